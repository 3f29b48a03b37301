package io.azureccm.common.arm;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Time for calls to ARM, so that tests can skip hours. */
public interface ArmClock {
    /** Close to the time of day, and never adjusted: for times that are compared with each other. */
    Instant now();

    /** The time of day, which may be adjusted: for immediate comparison with dates from other systems. */
    default Instant wall() {
        return now();
    }

    /** A monotonic reading in nanoseconds: for durations. */
    long nanoTime();

    /** Blocks the calling thread; zero or less returns at once. */
    void sleep(Duration duration) throws InterruptedException;

    /** Like {@link #sleep}, but may return earlier, in particular if the thread is unparked. */
    default void pause(Duration duration) throws InterruptedException {
        sleep(duration);
    }

    static ArmClock system() {
        return new ArmClock() {
            @Override
            public void pause(Duration duration) throws InterruptedException {
                LockSupport.parkNanos(Math.max(1, duration.toNanos()));
                if (Thread.interrupted())
                    throw new InterruptedException();
            }

            @Override
            public Instant now() {
                return SteadyClock.SYSTEM.instant();
            }

            @Override
            public Instant wall() {
                return Instant.now();
            }

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                if (duration.isPositive())
                    Thread.sleep(duration);
            }
        };
    }
}
