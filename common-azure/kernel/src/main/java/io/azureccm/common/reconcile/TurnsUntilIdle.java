package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Makes turns of a loop, on the caller's thread, until nothing is left to read or to do. */
public final class TurnsUntilIdle {
    private TurnsUntilIdle() {}

    /**
     * False if the loop had not come to rest after {@code longest}; operations in flight then continue. While {@code open}
     * returns true, it also waits for turns that are due later.
     */
    public static boolean make(EventLoop<?, ?, ?> loop, BooleanSupplier open, Duration longest, InstantSource clock)
            throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        loop.inbox().open();
        loop.dispatcher().open();
        loop.begin();
        while (true) {
            Object before = loop.last();
            Instant next = loop.turn();
            boolean rests = loop.dispatcher().startTimes().isEmpty() && !loop.inbox().hasEvents();
            // In a large cluster, a turn may take longer than the pause after it.
            boolean settled = next.isAfter(clock.instant()) || loop.last().equals(before);
            if (rests && settled && !open.getAsBoolean())
                return true;
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (!left.isPositive())
                return false;
            Duration due = rests ? Duration.between(clock.instant(), next) : left;
            loop.inbox().await(due.compareTo(left) < 0 ? due : left);
        }
    }
}
