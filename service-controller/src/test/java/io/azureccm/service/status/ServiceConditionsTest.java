package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.CountedText;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.reconcile.RetryReason;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceConditionsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ServiceResult READY = new ServiceResult.Ready(List.of("20.0.0.1"));

    private final ServiceConditions conditions = conditions(true);
    private final Service fresh = new ServiceBuilder().withNewMetadata()
            .withName("web")
            .withNamespace("shop")
            .endMetadata()
            .withNewStatus()
            .withNewLoadBalancer()
            .endLoadBalancer()
            .endStatus()
            .build();

    @Test
    void servedServiceIsAcceptedAndProgrammed() {
        assertThat(text(conditions.change(fresh, READY, true, NOW))).containsExactly(
                "azureccm.io/Accepted True Accepted",
                "azureccm.io/Programmed True Programmed");
    }

    @Test
    void serviceInOrderWithoutConditionsIsNotWrittenForTheirSake() {
        assertThat(conditions.change(fresh, READY, false, NOW).isEmpty()).isTrue();
    }

    @Test
    void whatAUserShouldKnowOfAServedServiceIsInItsConditionEvenIfItHadNone() {
        ConditionChange change = conditions.change(fresh, new ServiceResult.Ready(List.of("20.0.0.1"),
                "No range is left: ALL traffic to the Service is denied"), false, NOW);
        assertThat(text(change)).containsExactly("azureccm.io/Accepted True Accepted",
                "azureccm.io/Programmed True Programmed");
        assertThat(ConditionChange.of(change.set(), ServiceConditions.PROGRAMMED).orElseThrow().getMessage())
                .isEqualTo("No range is left: ALL traffic to the Service is denied");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PROGRAMMED")
    void failureIsNeverShownAsProgrammed(ServiceReason reason) {
        ConditionChange change = conditions.change(fresh, failed("no", reason), false, NOW);
        assertThat(ConditionChange.of(change.set(), ServiceConditions.PROGRAMMED).orElseThrow().getStatus())
                .isNotEqualTo("True");
        assertThat(change.set()).hasSize(2).anySatisfy(condition -> {
            assertThat(condition.getReason()).isEqualTo(reason.word());
            assertThat(condition.getMessage()).isEqualTo("no. What to do: " + reason.remedy());
        });
    }

    @Test
    void mistakeIsNotAcceptedAndProgrammedPointsToIt() {
        assertThat(text(conditions.change(fresh, failed("x must be y", ServiceReason.INVALID_ANNOTATION), false, NOW)))
                .containsExactly("azureccm.io/Accepted False InvalidAnnotation",
                        "azureccm.io/Programmed False NotAccepted");
    }

    /** A refused Service keeps what it has. */
    @Test
    void programmedSaysWhetherAzureStillHasWhatTheServiceAskedForBefore() {
        ServiceResult mistake = failed("x must be y", ServiceReason.INVALID_ANNOTATION);

        assertThat(conditions.change(fresh, mistake, false, NOW).set().getLast().getMessage())
                .isEqualTo("Not completely written to Azure: see the condition azureccm.io/Accepted.");
        assertThat(conditions.change(served(), mistake, false, NOW).set().getLast().getMessage()).isEqualTo(
                "Azure still has what the Service asked for before: see the condition azureccm.io/Accepted.");
    }

    @Test
    void whatAzureRefusesIsAcceptedAndNotProgrammed() {
        assertThat(text(conditions.change(fresh, failed("no", ServiceReason.LOCKED), false, NOW)))
                .containsExactly("azureccm.io/Accepted True Accepted", "azureccm.io/Programmed False Locked");
    }

    @Test
    void nobodyKnowsWhenAzureCannotBeReadButWhatIsServedStays() {
        ServiceResult unreadable = failed("403", ServiceReason.AZURE_UNREADABLE);
        assertThat(text(conditions.change(fresh, unreadable, false, NOW))).containsExactly(
                "azureccm.io/Accepted Unknown AzureUnreadable", "azureccm.io/Programmed Unknown AzureUnreadable");
        assertThat(conditions.change(served(), unreadable, false, NOW).isEmpty()).isTrue();
    }

    @Test
    void removalThatFailsIsSaidOfTheServiceThatLeaves() {
        Service leaving = new ServiceBuilder(fresh).editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .build();
        assertThat(text(conditions.change(leaving, failed("no", ServiceReason.LOCKED), false, NOW))).last()
                .isEqualTo("azureccm.io/Programmed False RemovalFailed");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", ",", "request id: ", "timestamp :::::::::::::::::::::::::: "})
    void longMessageIsSearchedForPassingDetailsInTimeThatGrowsWithItsLength(String part) {
        CountedText message = new CountedText("timestamp " + part.repeat(10_000 / part.length()) + ":".repeat(10_000));
        ServiceConditions.withoutPassingDetails(message);
        assertThat(message.reads()).isLessThan(20L * message.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Azure is busy (retry after 2026-01-01T00:00:07Z)",
            "Azure is busy. Correlation ID: 8f3a7c3e-1111-4222-8333-444455556666",
            "Azure is busy (request id: '8f3a7c3e-1111-4222-8333-444455556666')"})
    void detailsThatAreOthersAtEachAttemptAreLeftOut(String problem) {
        ConditionChange change = conditions.change(fresh, failed(problem, ServiceReason.THROTTLED), false, NOW);
        assertThat(change.set().getLast().getMessage())
                .isEqualTo("Azure is busy. What to do: " + ServiceReason.THROTTLED.remedy());
    }

    @Test
    void bracketsAroundLeftOutDetailsStayInPairs() {
        assertThat(
                ServiceConditions.withoutPassingDetails("it is locked (PUT x: ScopeLocked (request id 1dc28fc7-eb57))"))
                .hasToString("it is locked (PUT x: ScopeLocked)");
    }

    @Test
    void whatToDoEndsWithTheAddressOfTheReasonIfPagesHaveOne() {
        ServiceConditions addressed = new ServiceConditions(new ConditionOptions(true, "https://docs.example.com/"),
                Redaction.of(List.of()));
        assertThat(addressed.change(fresh, failed("no", ServiceReason.LOCKED), false, NOW)
                .set()
                .getLast()
                .getMessage()).isEqualTo("no. What to do: Remove the lock that the message names. "
                        + "https://docs.example.com/docs/resources/service/reasons.md#locked");
    }

    @Test
    void secretsAreTakenOut() {
        ConditionChange change = conditions.change(fresh, failed("key s3cr3tvalue", ServiceReason.REJECTED), false,
                NOW);
        assertThat(change.set().getLast().getMessage()).doesNotContain("s3cr3tvalue");
    }

    @Test
    void conditionsGoWithWhatTheServiceHadInAzure() {
        assertThat(conditions.change(served(), new ServiceResult.Gone(), true, NOW).removed())
                .containsExactlyInAnyOrder(ServiceConditions.ACCEPTED, ServiceConditions.PROGRAMMED);
    }

    @Test
    void nothingIsWrittenWhereConditionsAreTurnedOff() {
        assertThat(conditions(false).change(fresh, READY, true, NOW).isEmpty()).isTrue();
        assertThat(conditions(false).change(fresh, failed("no", ServiceReason.LOCKED), true, NOW).isEmpty()).isTrue();
    }

    private Service served() {
        return new ServiceBuilder(fresh).editStatus()
                .editLoadBalancer()
                .addNewIngress()
                .withIp("20.0.0.1")
                .endIngress()
                .endLoadBalancer()
                .withConditions(conditions.change(fresh, READY, true, NOW).set())
                .endStatus()
                .build();
    }

    private static ServiceConditions conditions(boolean enabled) {
        return new ServiceConditions(new ConditionOptions(enabled, ""), Redaction.of(List.of("s3cr3tvalue")));
    }

    private static ServiceResult.Failed failed(String problem, ServiceReason reason) {
        return new ServiceResult.Failed(problem, RetryReason.FAILED, reason);
    }

    private static List<String> text(ConditionChange change) {
        return change.set().stream().map(ServiceConditionsTest::text).toList();
    }

    private static String text(Condition condition) {
        return condition.getType() + " " + condition.getStatus() + " " + condition.getReason();
    }
}
