package io.azureccm.common.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackOffTest {
    @Test
    void waitsGrowByTheFactorUpToTheCap() {
        BackOff waits = new BackOff(Duration.ofSeconds(1), 3, Duration.ofSeconds(20));
        assertThat(IntStream.rangeClosed(1, 5).mapToObj(waits::delay).map(Duration::toSeconds))
                .containsExactly(1L, 3L, 9L, 20L, 20L);
        assertThat(waits.delay(Integer.MAX_VALUE)).hasSeconds(20);
    }

    @Test
    void noWaitStaysNoWait() {
        assertThat(BackOff.doubling(Duration.ZERO, Duration.ofSeconds(1)).delay(Integer.MAX_VALUE)).isZero();
    }

    @Test
    void withinALongestWaitNeitherBaseNorCapIsLonger() {
        BackOff waits = BackOff.doubling(Duration.ofSeconds(4), Duration.ofSeconds(300));
        assertThat(waits.within(Duration.ofSeconds(30)).delay(9)).hasSeconds(30);
        assertThat(waits.within(Duration.ofSeconds(2)).delay(1)).hasSeconds(2);
        assertThat(waits.within(Duration.ofHours(1))).isEqualTo(waits);
    }

    @Test
    void figuresThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> BackOff.doubling(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(Duration.ofSeconds(1), 0, Duration.ofSeconds(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
