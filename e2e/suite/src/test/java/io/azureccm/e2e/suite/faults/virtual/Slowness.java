package io.azureccm.e2e.suite.faults.virtual;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.Function;

/** How much processor time the process gets beside other work on its machine. */
public enum Slowness {
    /** As much as it needs. */
    NONE(Duration.ZERO) {
        @Override
        Function<Thread, Duration> delays(VirtualTime time, Random random) {
            return thread -> Duration.ZERO;
        }
    },
    /** Each step of each thread begins late, now and then by seconds. */
    STARVED(Duration.ofSeconds(4)) {
        @Override
        Function<Thread, Duration> delays(VirtualTime time, Random random) {
            return thread -> Duration
                    .ofMillis(random.nextInt(random.nextInt(50) == 0 ? (int) longest().toMillis() : 100));
        }
    },
    /** Again and again the whole process stands still for seconds. */
    STOPPED(Duration.ofSeconds(10)) {
        @Override
        Function<Thread, Duration> delays(VirtualTime time, Random random) {
            Stop[] stop = {next(time.now(), random)};
            return thread -> {
                while (!time.now().isBefore(stop[0].end()))
                    stop[0] = next(stop[0].end(), random);
                return time.now().isBefore(stop[0].begin())
                        ? Duration.ZERO
                        : Duration.between(time.now(), stop[0].end());
            };
        }

        private Stop next(Instant after, Random random) {
            Instant begin = after.plusMillis(random.nextInt(6_000));
            return new Stop(begin, begin.plusMillis(2_000 + random.nextInt((int) longest().toMillis() - 2_000)));
        }
    };

    private record Stop(Instant begin, Instant end) {}

    private final Duration longest;

    Slowness(Duration longest) {
        this.longest = longest;
    }

    /** No step of a thread begins later than this. */
    Duration longest() {
        return longest;
    }

    /** How much later than it could each step of a thread begins. */
    abstract Function<Thread, Duration> delays(VirtualTime time, Random random);

    /** Slows down everybody but the steps of the test, which are not part of the process. */
    void slow(VirtualTime time, Random random) {
        Function<Thread, Duration> delays = delays(time, random);
        time.slow(thread -> thread.getName().equals(VirtualEnvironment.STEPS) ? Duration.ZERO : delays.apply(thread));
    }
}
