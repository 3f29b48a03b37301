package io.azureccm.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgrammingLatencyTest {
    private Instant now = Instant.EPOCH;
    private final List<Duration> measured = new ArrayList<>();
    private final ProgrammingLatency convergence = new ProgrammingLatency(() -> now, measured::add);

    @Test
    void timeRunsFromTheFirstChangeToThePassThatServesIt() {
        convergence.begin();
        convergence.changed(Set.of("a"));
        passed(2);
        convergence.changed(Set.of("a"));
        pass(3, Map.of());
        assertThat(measured).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void timeRunsOnWhileAPassFails() {
        convergence.begin();
        convergence.changed(Set.of("a"));
        pass(3, Map.of("a", new ServiceResult.Failed("no", RetryReason.FAILED)));
        assertThat(measured).isEmpty();
        pass(4, Map.of());
        assertThat(measured).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void changeDuringAPassCountsForTheNextOne() {
        convergence.begin();
        convergence.changed(Set.of("a"));
        convergence.passBegins(Set.of("a"));
        passed(2);
        convergence.changed(Set.of("a"));
        passed(1);
        convergence.passEnds(Map.of());
        pass(4, Map.of());
        assertThat(measured).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(5));
    }

    @Test
    void whatOnlyItsUserCanMendIsNotWaitedFor() {
        convergence.begin();
        convergence.changed(Set.of("a"));
        pass(1, Map.of("a", new ServiceResult.Failed("wrong", RetryReason.INVALID)));
        passed(3600);
        convergence.changed(Set.of("a"));
        pass(2, Map.of());
        assertThat(measured).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void standbyMeasuresNothingAndKeepsNothing() {
        convergence.changed(Set.of("a"));
        convergence.begin();
        pass(1, Map.of());
        assertThat(measured).isEmpty();
    }

    private void pass(long seconds, Map<String, ServiceResult.Failed> failed) {
        convergence.passBegins(Set.of("a"));
        passed(seconds);
        convergence.passEnds(failed);
    }

    private void passed(long seconds) {
        now = now.plusSeconds(seconds);
    }
}
