package io.azureccm.common.kube.queue;

import java.time.Duration;

/**
 * A key that waits, with its merged value and the moments (nanoseconds of the queue's clock) that decide when it is due. An
 * add opens the window; a retry or a delayed add sets the timer. Whichever ends first makes the key due.
 */
record PendingKey<V>(V value, Priority priority, long since, long windowOpened, long windowEnd, long timer,
        long sequence) {
    static final long NEVER = Long.MAX_VALUE;

    static <V> PendingKey<V> first(V value, Priority priority, long now, long sequence) {
        return new PendingKey<>(value, priority, now, NEVER, NEVER, NEVER, sequence);
    }

    PendingKey<V> with(V newValue, Priority other) {
        return new PendingKey<>(newValue, priority.or(other), since, windowOpened, windowEnd, timer, sequence);
    }

    /** After one more add: the idle window starts again, the maximum age does not. */
    PendingKey<V> added(long now, QueueSettings settings) {
        long opened = Math.min(windowOpened, now);
        long end = Math.min(plus(now, settings.idleWindow()), plus(opened, settings.maxAge()));
        return new PendingKey<>(value, priority, since, opened, end, timer, sequence);
    }

    /** After a delayed add; of two timers the earlier one counts. */
    PendingKey<V> at(long moment) {
        return new PendingKey<>(value, priority, since, windowOpened, windowEnd, Math.min(timer, moment), sequence);
    }

    long dueAt() {
        return Math.min(windowEnd, timer);
    }

    boolean hasWindow() {
        return windowEnd != NEVER;
    }

    /** Lower goes first. A key overdue by {@code maxOverdue} goes before every class, so that none starves another. */
    int rank(long now, long maxOverdue) {
        return now - dueAt() >= maxOverdue ? -1 : priority.ordinal();
    }

    static long plus(long now, Duration delay) {
        try {
            return Math.min(Math.addExact(now, delay.toNanos()), NEVER - 1);
        } catch (ArithmeticException tooFar) {
            return NEVER - 1;
        }
    }
}
