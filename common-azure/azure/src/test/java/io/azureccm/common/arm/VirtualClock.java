package io.azureccm.common.arm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that only moves when somebody sleeps on it or pushes it, and remembers every sleep. */
public final class VirtualClock implements ArmClock {
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final List<Duration> sleeps = new ArrayList<>();
    private Duration elapsed = Duration.ZERO;

    @Override
    public synchronized Instant now() {
        return START.plus(elapsed);
    }

    @Override
    public synchronized long nanoTime() {
        return elapsed.toNanos();
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted())
            throw new InterruptedException();
        if (duration.isPositive()) {
            sleeps.add(duration);
            elapsed = elapsed.plus(duration);
        }
    }

    public synchronized void advance(Duration duration) {
        elapsed = elapsed.plus(duration);
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}
