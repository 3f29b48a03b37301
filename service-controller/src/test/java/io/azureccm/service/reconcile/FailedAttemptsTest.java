package io.azureccm.service.reconcile;

import static io.azureccm.service.reconcile.RetryFixture.ADDRESS;
import static io.azureccm.service.reconcile.RetryFixture.BALANCER;
import static io.azureccm.service.reconcile.RetryFixture.put;
import static io.azureccm.service.reconcile.RetryFixture.run;
import static io.azureccm.service.reconcile.RetryFixture.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the way in which a pass failed for a Service says about its next attempt. */
class FailedAttemptsTest {
    private static final Instant UNTIL = Instant.parse("2026-01-01T01:00:00Z");
    private static final Outcome BLOCKED = new Outcome.NotAttempted(Reason.PREREQUISITE_FAILED, "needs another first");

    private static FailedAttempt attempt(ServiceSpec service, ServiceResult serviceResult, RunResult... runs) {
        ServiceResult.Failed failure = serviceResult instanceof ServiceResult.Failed failed
                ? failed
                : new ServiceResult.Failed("problem", RetryReason.FAILED);
        return new FailedAttempts(List.of(runs), RetryFixture.plannedServices(List.of(service)),
                Map.of(service.uid(), serviceResult)).of(Map.of(service.uid(), failure)).get(service.uid());
    }

    private static ServiceResult.Failed failed() {
        return new ServiceResult.Failed("problem", RetryReason.FAILED);
    }

    @Test
    void windowThatAWriteOfTheServiceWaitsForIsNamedEvenIfTheWriteThatMetItIsAnother() {
        RunResult run = run(Map.of(ADDRESS, new Outcome.Throttled(UNTIL, "429"), BALANCER, BLOCKED),
                put(ADDRESS, "shop/a"), put(BALANCER, "shop/a", "shop/b").after(Set.of(ADDRESS)));
        FailedAttempt attempt = attempt(service("b"), failed(), run);
        assertThat(attempt.reason()).isEqualTo(RetryReason.CLOSED_WINDOW);
        assertThat(attempt.opens()).contains(UNTIL);
    }

    @Test
    void serviceThatWasTakenOutOfThePlanForItsThrottledWriteStillWaitsForThatWindow() {
        ServiceSpec stopped = service("a").stoppedAt(Stage.ADDRESS,
                new Refusal("AddressNotWritten", "shop/a", "throttled"));
        FailedAttempt attempt = attempt(stopped, failed(),
                run(Map.of(ADDRESS, new Outcome.Throttled(UNTIL, "429")), put(ADDRESS, "shop/a")),
                run(Map.of(BALANCER, new Outcome.Applied(null)), put(BALANCER, "shop/b")));
        assertThat(attempt.opens()).contains(UNTIL);
    }

    @Test
    void causeTellsStatusCodeAndTypeApartAndNothingElse() {
        FailedAttempt denied = attempt(service("a"), failed(),
                run(Map.of(ADDRESS, new Outcome.Rejected(403, "AuthorizationFailed", "at 12:00, id 1")),
                        put(ADDRESS, "shop/a")));
        FailedAttempt again = attempt(service("a"), failed(),
                run(Map.of(ADDRESS, new Outcome.Rejected(403, "AuthorizationFailed", "at 12:05, id 2")),
                        put(ADDRESS, "shop/a")));
        FailedAttempt elsewhere = attempt(service("a"), failed(),
                run(Map.of(BALANCER, new Outcome.Rejected(403, "AuthorizationFailed", "")), put(BALANCER, "shop/a")));
        FailedAttempt lost = attempt(service("a"), failed(),
                run(Map.of(ADDRESS, new Outcome.Unknown("500 InternalServerError", "")), put(ADDRESS, "shop/a")));
        assertThat(again).isEqualTo(denied);
        assertThat(Set.of(denied.cause(), elsewhere.cause(), lost.cause())).hasSize(3);
        assertThat(denied.reason()).isEqualTo(RetryReason.FAILED);
    }

    @Test
    void whatWasCarriedOutForTheServiceInAnyRunIsItsProgress() {
        FailedAttempt attempt = attempt(service("a"), failed(),
                run(Map.of(ADDRESS, new Outcome.Applied(null)), put(ADDRESS, "shop/a")),
                run(Map.of(BALANCER, new Outcome.Unknown("lost")), put(BALANCER, "shop/a")));
        assertThat(attempt.done()).containsExactly("PUT " + ADDRESS.key());
    }

    @Test
    void serviceThatIsToGoWaitsShorter() {
        FailedAttempt attempt = attempt(service("a").gone(), failed(),
                run(Map.of(BALANCER, new Outcome.Unknown("lost")), put(BALANCER, "shop/a")));
        assertThat(attempt.reason()).isEqualTo(RetryReason.REMOVAL_FAILED);
    }

    @Test
    void doubtAboutWhatIsLeftEndsAtItsTime() {
        FailedAttempt attempt = attempt(service("a").gone(), new ServiceResult.Unsure(UNTIL), run(Map.of()));
        assertThat(attempt.reason()).isEqualTo(RetryReason.CLOSED_WINDOW);
        assertThat(attempt.opens()).contains(UNTIL);
    }

    @Test
    void refusalsThatAChangeAloneCanLiftAreConflictsAndAllOthersAreLookedAtAgain() {
        ServiceSpec conflicting = service("a").stoppedAt(Stage.TRAFFIC, new Refusal("PortConflict", "shop/a", "no"));
        ServiceSpec missing = service("a").stoppedAt(Stage.ADDRESS, new Refusal("PublicIPNotFound", "shop/a", "no"));
        assertThat(RefusalReasons.of(conflicting)).isEqualTo(RetryReason.CONFLICTING);
        assertThat(RefusalReasons.of(missing)).isEqualTo(RetryReason.FAILED);
        assertThat(
                attempt(conflicting, new ServiceResult.Failed("no", RetryReason.CONFLICTING), run(Map.of())).reason())
                .isEqualTo(RetryReason.CONFLICTING);
    }

    @Test
    void readingThatFailedWaitsForItsWindowIfThereIsOne() {
        ArmException denied = new ArmException(ArmException.Kind.FORBIDDEN, 403, "AuthorizationFailed", "no", "", null,
                null);
        FailedAttempt attempt = FailedAttempts.unreadable(new IllegalStateException(denied), Optional.empty());
        assertThat(attempt.reason()).isEqualTo(RetryReason.FAILED);
        assertThat(attempt.cause()).isEqualTo("reading 403 AuthorizationFailed");
        assertThat(FailedAttempts.unreadable(new IllegalStateException(denied), Optional.of(UNTIL)).opens())
                .contains(UNTIL);
    }
}
