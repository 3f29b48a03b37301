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

    /** The wait before the given attempt of a Service that keeps failing, counted from 1. */
    Duration retryDelay(int attempt) {
        Duration delay = retryBase;
        for (int i = 1; i < attempt && delay.compareTo(retryCap) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(retryCap) < 0 ? delay : retryCap;
    }
}
