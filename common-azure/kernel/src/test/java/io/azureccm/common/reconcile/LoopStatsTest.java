package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopStatsTest {
    @Test
    void timesOfOperationsInFlightAreComparedAndAddedUp() {
        LoopStats two = stats(List.of(Duration.ofSeconds(5), Duration.ofSeconds(7)));
        assertThat(two.longest()).isEqualTo(Duration.ofSeconds(7));
        assertThat(two.total()).isEqualTo(Duration.ofSeconds(12));

        assertThat(stats(List.of()).longest()).isZero();
        assertThat(stats(List.of()).total()).isZero();
    }

    private static LoopStats stats(List<Duration> underWay) {
        return new LoopStats(3, Duration.ofSeconds(2), 10, 4, underWay, 1, LoopStats.Failing.NONE);
    }
}
