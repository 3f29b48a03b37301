package io.azureccm.common.arm;

import java.time.Duration;
import java.time.Instant;

/** Time with a wall clock that somebody sets; it moves when it is told to. */
final class SetWallClock {
    /** How somebody sets the wall clock. */
    record Jump(String name, Duration by) {
        @Override
        public String toString() {
            return name;
        }
    }

    private Duration passed = Duration.ZERO;
    private Duration off = Duration.ZERO;

    long nanoTime() {
        return passed.toNanos();
    }

    Instant wall() {
        return VirtualClock.START.plus(passed).plus(off);
    }

    void advance(Duration duration) {
        passed = passed.plus(duration);
    }

    void set(Duration by) {
        off = off.plus(by);
    }

    ArmClock armClock(SteadyClock steady) {
        return new ArmClock() {
            @Override
            public Instant now() {
                return steady.instant();
            }

            @Override
            public Instant wall() {
                return SetWallClock.this.wall();
            }

            @Override
            public long nanoTime() {
                return SetWallClock.this.nanoTime();
            }

            @Override
            public void sleep(Duration duration) {
                advance(duration);
            }
        };
    }
}
