package io.azureccm.service;

import java.time.Duration;

/**
 * When passes happen: after nothing has changed for {@code idleWindow}, at the latest {@code maxAge} after the first change; a
 * failing Service again after {@code retryBase}, doubled up to {@code retryCap}; everything is compared with Azure every
 * {@code driftPeriod}.
 */
public record Timing(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap,
        Duration driftPeriod) {
    public static final Timing DEFAULT = new Timing(Duration.ofMillis(400), Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(300), Duration.ofMinutes(10));

    /** People wait for a deletion, and what keeps it from ending is often gone soon. */
    private static final Duration CLEANUP_CAP = Duration.ofSeconds(30);

    /** The same, with passes at the latest so long after a change. */
    Timing within(Duration longest) {
        return longest.compareTo(maxAge) < 0
                ? new Timing(idleWindow, longest, retryBase, retryCap, driftPeriod)
                : this;
    }

    /** The wait before the given attempt of a Service that keeps failing, counted from 1; shorter for one to be taken down. */
    Duration retryDelay(int attempt, boolean takenDown) {
        Duration cap = takenDown && CLEANUP_CAP.compareTo(retryCap) < 0 ? CLEANUP_CAP : retryCap;
        Duration delay = retryBase;
        for (int i = 1; i < attempt && delay.compareTo(cap) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(cap) < 0 ? delay : cap;
    }
}
