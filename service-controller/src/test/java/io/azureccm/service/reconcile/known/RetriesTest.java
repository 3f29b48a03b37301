package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetriesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RetryPolicy POLICY = new RetryPolicy(
            BackOff.doubling(Duration.ofSeconds(5), Duration.ofSeconds(300)), Duration.ofSeconds(30));

    private static Retries failed(Retries before, String uid, Instant at) {
        return before.failed(uid, FailedAttempt.of(RetryReason.FAILED, "403"), POLICY, at);
    }

    @Test
    void eachServiceWaitsForItself() {
        Retries bad = failed(failed(Retries.NONE, "bad", NOW), "bad", NOW.plusSeconds(5));
        Retries both = failed(bad, "new", NOW.plusSeconds(5));

        assertThat(both.nextDue(NOW)).hasValue(NOW.plusSeconds(10));
        assertThat(both.due(NOW.plusSeconds(10))).containsExactly("new");
        assertThat(both.isWaiting("bad", NOW.plusSeconds(10))).isTrue();
        assertThat(both.due(NOW.plusSeconds(15))).containsExactlyInAnyOrder("new", "bad");
    }

    @Test
    void aServiceThatChangedBeginsAnew() {
        Retries twice = failed(failed(Retries.NONE, "web", NOW), "web", NOW.plusSeconds(5));

        Retries anew = failed(twice.forget(Set.of("web")), "web", NOW.plusSeconds(6));

        assertThat(anew.nextDue(NOW)).hasValue(NOW.plusSeconds(11));
    }

    @Test
    void aServiceThatWaitsForAChangeIsNeverDue() {
        Retries waiting = Retries.NONE.failed("web", FailedAttempt.of(RetryReason.CONFLICTING, "PortConflict"), POLICY,
                NOW);

        assertThat(waiting.nextDue(NOW)).isEmpty();
        assertThat(waiting.due(Instant.MAX)).isEmpty();
        assertThat(waiting.of("web")).isPresent();
    }

    @Test
    void aStopEndsWithItsFailureAndIsNotShownForALaterOne() {
        Stop stop = new Stop(Stage.ADDRESS, new Refusal("NoFinalizer", "shop/web", "could not write the Service"));
        Retries stopped = failed(Retries.NONE, "web", NOW).stopping("web", stop);
        assertThat(stopped.stopsAt(NOW)).containsOnlyKeys("web");

        assertThat(failed(stopped, "web", NOW.plusSeconds(5)).stopsAt(NOW.plusSeconds(6))).isEmpty();
        Retries started = stopped.started(Set.of("web"));
        assertThat(failed(started, "web", NOW.plusSeconds(5)).stopsAt(NOW.plusSeconds(6))).isEmpty();
    }

    @Test
    void whatIsNoLongerInTheClusterIsForgotten() {
        assertThat(failed(Retries.NONE, "web", NOW).retain(Set.of("other"))).isEqualTo(Retries.NONE);
    }
}
