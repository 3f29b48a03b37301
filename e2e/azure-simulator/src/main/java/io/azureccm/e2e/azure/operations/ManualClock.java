package io.azureccm.e2e.azure.operations;

import java.time.Duration;
import java.time.Instant;

/** A clock that advances only on demand; pauses on it wait for that. */
public final class ManualClock implements SimClock {
    private Instant now;

    public ManualClock(Instant start) {
        now = start;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
        notifyAll();
    }

    @Override
    public synchronized void pause(Duration duration) throws InterruptedException {
        Instant until = now.plus(duration);
        while (now.isBefore(until))
            wait();
    }
}
