package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTrimTest {
    private static final long MIB = 1L << 20;

    private final FakeHeap heap = new FakeHeap();
    private Instant now = Instant.EPOCH;
    private final HeapTrim trim = new HeapTrim(heap::usage, heap::collect, () -> now);

    private static final class FakeHeap {
        private long used = 30 * MIB;
        private long live;
        private int collections;

        HeapTrim.Usage usage() {
            return new HeapTrim.Usage(used, live);
        }

        void collect() {
            collections++;
            used = 20 * MIB;
            live = used;
        }
    }

    private void idleFor(Duration time) {
        for (int second = 0; second < time.toSeconds(); second++) {
            now = now.plusSeconds(1);
            trim.observe(true);
        }
    }

    @Test
    void whatAStartLeavesIsCollectedOnceTheControllerIsIdle() {
        trim.observe(true);
        idleFor(Duration.ofSeconds(2));
        assertThat(heap.collections).isZero();
        idleFor(Duration.ofSeconds(1));
        assertThat(heap.collections).isEqualTo(1);
    }

    @Test
    void nothingIsCollectedWhileTheControllerWorks() {
        for (int i = 0; i < 100; i++) {
            idleFor(Duration.ofSeconds(2));
            trim.observe(false);
        }
        assertThat(heap.collections).isZero();
    }

    @Test
    void anIdleControllerThatLeavesNoGarbageIsNotCollectedAgain() {
        idleFor(Duration.ofMinutes(10));
        assertThat(heap.collections).isEqualTo(1);
    }

    @Test
    void burstsThatFollowEachOtherAreCollectedTwiceAMinuteAtMost() {
        for (int i = 0; i < 12; i++) {
            heap.used += 10 * MIB;
            trim.observe(false);
            idleFor(Duration.ofSeconds(5));
        }
        assertThat(heap.collections).isBetween(2, 3);
    }

    @ParameterizedTest
    @CsvSource({"24, 20, true", "23, 20, false", "100, 90, false", "102, 90, true", "3, 0, false", "4, 0, true"})
    void collectingIsWorthItsPauseForMuchGarbageOnly(long used, long live, boolean worth) {
        assertThat(new HeapTrim.Usage(used * MIB, live * MIB).isWorthCollecting()).isEqualTo(worth);
    }
}
