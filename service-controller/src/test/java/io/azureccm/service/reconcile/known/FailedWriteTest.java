package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.reconcile.turn.RetryFixture;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailedWriteTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "InvalidPort", "port 0 is not possible");

    private final Operation operation = RetryFixture.put(RetryFixture.BALANCER, "shop/a").with(rule("a"));

    static Stream<Outcome> outcomesOfTheContent() {
        return Stream.of(REFUSED, new Outcome.Throttled(NOW, "too many requests"));
    }

    static Stream<Outcome> outcomesOfTheResource() {
        return Stream.of(new Outcome.Conflict("412"), new Outcome.Unknown("lost"),
                new Outcome.Throttled(NOW, "another operation has not ended", true),
                new Outcome.NotAttempted(Reason.NOT_LEADER, "not the leader"));
    }

    /** What is told of several must be the same in every process. */
    @Test
    void failedWritesOfAServiceAreInTheOrderOfTheirTargets() {
        List<ArmId> targets = IntStream.range(10, 22)
                .mapToObj(number -> ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "ip-" + number))
                .toList();
        WriteMemory memory = WriteMemory.NONE;
        for (ArmId target : targets.reversed())
            memory = memory.after(RetryFixture.put(target, "shop/a"), REFUSED, subject -> true,
                    ServiceTiming.DEFAULT.retries(), NOW);

        assertThat(memory.failures()).extracting(write -> write.operation().target())
                .containsExactlyElementsOf(targets);
    }

    @ParameterizedTest
    @MethodSource("outcomesOfTheContent")
    void writeWithOtherContentIsSentAtOnceWhenOnlyTheContentWasRefused(Outcome outcome) {
        FailedWrite failed = failed(outcome, false);

        assertThat(failed.holds(operation, NOW)).isTrue();
        assertThat(failed.holds(operation.with(rule("b")), NOW)).isFalse();
        assertThat(failed.holds(operation.forSubjects(Set.of("shop/a", "shop/b")), NOW)).isFalse();
        assertThat(failed.holds(Operation.delete(RetryFixture.BALANCER, rule("a")).forSubjects(Set.of("shop/a")), NOW))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("outcomesOfTheResource")
    void writeWithOtherContentWaitsTooWhenTheOutcomeSaysNothingOfTheContent(Outcome outcome) {
        FailedWrite failed = failed(outcome, true);

        assertThat(failed.holds(operation, NOW)).isTrue();
        assertThat(failed.holds(operation.with(rule("b")), NOW)).isTrue();
    }

    @Test
    void sameWriteIsSentAgainWhenItsMomentHasCome() {
        FailedWrite failed = failed(REFUSED, false);

        assertThat(failed.holds(operation, failed.notBefore().minusMillis(1))).isTrue();
        assertThat(failed.holds(operation, failed.notBefore())).isFalse();
    }

    @Test
    void refusalOfAServiceRepeatsTheCodeAndTheMessageOfAzure() {
        assertThat(failed(REFUSED, false).refusal("shop/a"))
                .isEqualTo(new Refusal("InvalidPort", "shop/a", "port 0 is not possible"));
    }

    @Test
    void refusalOfAServiceNamesTheResourceWhenAzureGaveNoCode() {
        Refusal refusal = failed(new Outcome.Unknown("lost"), true).refusal("shop/a");

        assertThat(refusal.code()).isEqualTo("AddressOutcomeUnknown");
        assertThat(refusal.message()).isEqualTo(RetryFixture.BALANCER.shortName() + ": outcome unknown: lost");
    }

    static Stream<Arguments> changesInVain() {
        Change tag = change("tag", "team");
        return Stream.of(Arguments.of(List.of(tag), true), Arguments.of(List.of(tag, change("tag", "cost")), true),
                Arguments.of(List.of(tag, change("rule", "a")), false),
                Arguments.of(List.of(tag, change(Change.RESOURCE, "kubernetes")), false),
                Arguments.of(List.of(change("member", "10.0.0.4")), false),
                Arguments.of(List.of(change("tag", "K8S-Azure-Service")), false),
                Arguments.of(List.of(change("tag", "kubernetes-cluster-name")), false),
                Arguments.of(List.of(change("tag", "k8s-azure-drained-1")), false),
                Arguments.of(List.of(change("tag", "k8s-azure-awaits-frontend")), false));
    }

    @ParameterizedTest
    @MethodSource("changesInVain")
    void onlyTagsThatSayNothingToTheControllerAreIncidental(List<Change> changes, boolean isIncidental) {
        FailedWrite accepted = FailedWrite.accepted(operation.with(changes), NOW);
        FailedWrite inVain = new FailedWrite(operation.with(changes), FailedWrite.IN_VAIN, 1, 0, RetryState.NEW, NOW,
                true);
        FailedWrite old = new FailedWrite(operation.with(changes), FailedWrite.IN_VAIN, 0, 0, RetryState.NEW, NOW,
                true);

        assertThat(accepted.isIncidental()).as("it may have had its effect").isFalse();
        assertThat(inVain.isIncidental()).isEqualTo(isIncidental);
        assertThat(old.isAccepted()).as("in older records").isTrue();
        assertThat(old.isIncidental()).as("in older records").isFalse();
    }

    private static Change change(String element, String name) {
        return Change.update(element, name, List.of(new FieldChange("value", "\"a\"", "\"b\"")), Cause.of("Wanted"));
    }

    private FailedWrite failed(Outcome outcome, boolean silent) {
        return new FailedWrite(operation, outcome, 0, 0, RetryState.NEW, NOW.plusSeconds(2), silent);
    }

    private static List<Change> rule(String name) {
        return List.of(Change.add("rule", name, Cause.of("Wanted")));
    }
}
