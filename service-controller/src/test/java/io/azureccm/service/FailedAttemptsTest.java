package io.azureccm.service;

import static io.azureccm.service.RetryFixture.ADDRESS;
import static io.azureccm.service.RetryFixture.BALANCER;
import static io.azureccm.service.RetryFixture.put;
import static io.azureccm.service.RetryFixture.run;
import static io.azureccm.service.RetryFixture.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.RunResult;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.apply.Verdict;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
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

    private static FailedAttempt attempt(ServiceIntent service, Verdict verdict, RunResult... runs) {
        Verdict.Failed failure = verdict instanceof Verdict.Failed failed
                ? failed
                : new Verdict.Failed("problem", RetryReason.FAILED);
        return new FailedAttempts(List.of(runs), RetryFixture.standings(List.of(service)),
                Map.of(service.uid(), verdict)).of(Map.of(service.uid(), failure)).get(service.uid());
    }

    private static Verdict.Failed failed() {
        return new Verdict.Failed("problem", RetryReason.FAILED);
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
        ServiceIntent stopped = service("a").stoppedAt(Stage.ADDRESS,
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
        FailedAttempt attempt = attempt(service("a").gone(), new Verdict.Unsure(UNTIL), run(Map.of()));
        assertThat(attempt.reason()).isEqualTo(RetryReason.CLOSED_WINDOW);
        assertThat(attempt.opens()).contains(UNTIL);
    }

    @Test
    void refusalsThatAChangeAloneCanLiftAreConflictsAndAllOthersAreLookedAtAgain() {
        ServiceIntent conflicting = service("a").stoppedAt(Stage.TRAFFIC, new Refusal("PortConflict", "shop/a", "no"));
        ServiceIntent missing = service("a").stoppedAt(Stage.ADDRESS, new Refusal("PublicIPNotFound", "shop/a", "no"));
        assertThat(RefusalReasons.of(conflicting)).isEqualTo(RetryReason.CONFLICTING);
        assertThat(RefusalReasons.of(missing)).isEqualTo(RetryReason.FAILED);
        assertThat(attempt(conflicting, new Verdict.Failed("no", RetryReason.CONFLICTING), run(Map.of())).reason())
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
