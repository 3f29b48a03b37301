package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.time.Instant;

/** The simulator's source of time, so that tests can control it. */
public interface SimClock {
    Instant now();

    /** Waits until the given time has passed on this clock. */
    void pause(Duration duration) throws InterruptedException;

    /** The system time. */
    static SimClock system() {
        return new SimClock() {
            @Override
            public Instant now() {
                return Instant.now();
            }

            @Override
            public void pause(Duration duration) throws InterruptedException {
                Thread.sleep(duration);
            }
        };
    }
}
