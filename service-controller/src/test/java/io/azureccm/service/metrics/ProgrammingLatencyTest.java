package io.azureccm.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgrammingLatencyTest {
    private final List<Duration> measured = new ArrayList<>();
    private final ProgrammingLatency latency = new ProgrammingLatency(measured::add);

    @Test
    void timeRunsFromTheFirstChangeUntilTheServiceIsServed() {
        latency.changed(Set.of("a"), at(0));
        latency.changed(Set.of("a"), at(2));
        latency.served("a", at(5));
        assertThat(measured).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void serviceThatDidNotChangeIsNotMeasuredHoweverOftenItIsServed() {
        latency.served("a", at(1));
        latency.changed(Set.of("a"), at(2));
        latency.served("a", at(3));
        latency.served("a", at(9));
        assertThat(measured).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void whatOnlyItsUserCanMendIsNotWaitedFor() {
        latency.changed(Set.of("a"), at(0));
        latency.invalid("a");
        latency.changed(Set.of("a"), at(3600));
        latency.served("a", at(3602));
        assertThat(measured).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void whatIsGoneOrWasBeforeALeaderBeganIsForgotten() {
        latency.changed(Set.of("a", "b"), at(0));
        latency.retain(Set.of("b"));
        latency.served("a", at(1));
        latency.forget();
        latency.served("b", at(1));
        assertThat(measured).isEmpty();
    }

    private static Instant at(long seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }
}
