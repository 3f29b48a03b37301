package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is done for a failed Service, and what is not, until its next attempt is due. */
class RetriesUntilDueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RetryPolicy POLICY = ServiceTiming.DEFAULT.retries();
    private static final FailedAttempt FAILURE = FailedAttempt.of(RetryReason.FAILED, "writing the Service");
    private static final Stop STOP = new Stop(Stage.ADDRESS, new Refusal("NoFinalizer", "shop/a", "409"));

    private final Retries failed = Retries.NONE.failed("uid-a", FAILURE, POLICY, NOW);

    @Test
    void failedServiceIsDueWhenItsBackOffIsOver() {
        assertThat(failed.nextDue(NOW)).contains(NOW.plusSeconds(2));
        assertThat(failed.due(NOW.plusMillis(1_999))).isEmpty();
        assertThat(failed.isWaiting("uid-a", NOW.plusMillis(1_999))).isTrue();
        assertThat(failed.due(NOW.plusSeconds(2))).containsExactly("uid-a");
        assertThat(failed.isWaiting("uid-a", NOW.plusSeconds(2))).isFalse();
    }

    @Test
    void backOffGrowsWhenTheSameFailureComesAgain() {
        Retries again = failed.started(Set.of("uid-a")).failed("uid-a", FAILURE, POLICY, NOW.plusSeconds(2));

        assertThat(again.nextDue(NOW)).contains(NOW.plusSeconds(6));
    }

    @Test
    void serviceWhoseNextAttemptHasBegunIsNotDueTwiceAndKeepsItsCount() {
        Retries begun = failed.started(Set.of("uid-a"));

        assertThat(begun.due(NOW.plusSeconds(10))).isEmpty();
        assertThat(begun.nextDue(NOW)).isEmpty();
        assertThat(begun.of("uid-a").orElseThrow().attempts()).isEqualTo(failed.of("uid-a").orElseThrow().attempts());
    }

    @Test
    void stoppedServiceIsWorkedForAgainWhenItsMomentHasCome() {
        Retries stopped = failed.stopping("uid-a", STOP);

        assertThat(stopped.stopsAt(NOW)).containsEntry("uid-a", STOP);
        assertThat(stopped.stopsAt(NOW.plusSeconds(2))).isEmpty();
        assertThat(stopped.started(Set.of("uid-a")).stopsAt(NOW)).isEmpty();
    }

    @Test
    void forgottenServiceIsNeitherStoppedNorDue() {
        Retries rest = failed.stopping("uid-a", STOP).failed("uid-b", FAILURE, POLICY, NOW).forget(Set.of("uid-a"));

        assertThat(rest.states()).containsOnlyKeys("uid-b");
        assertThat(rest.stops()).isEmpty();
        assertThat(rest.forget(Set.of("uid-a"))).isSameAs(rest);
    }

    @Test
    void serviceThatIsGoneIsForgotten() {
        assertThat(failed.stopping("uid-a", STOP).retain(Set.of("uid-b"))).isEqualTo(Retries.NONE);
        assertThat(failed.retain(Set.of("uid-a", "uid-b"))).isSameAs(failed);
    }
}
