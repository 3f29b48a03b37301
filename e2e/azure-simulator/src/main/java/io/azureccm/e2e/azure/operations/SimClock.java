package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.time.Instant;

/** Where the simulator takes its time from, so that tests can move it by hand. */
public interface SimClock {
    Instant now();

    /** Waits until the given time has passed on this clock. */
    void pause(Duration duration) throws InterruptedException;

    /** The time of the machine. */
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
