package io.azureccm.common.kube.queue;

import java.time.Duration;

/**
 * Times of a {@link CoalescingQueue}: a key is due when nothing was added to it for {@code idleWindow}, at the latest
 * {@code maxAge} after its first add. Retries wait {@code retryBase}, doubled each time up to {@code retryCap}.
 */
public record QueueSettings(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap) {
    /** 5 s doubled up to 300 s between retries, as the service controllers of other clouds do. */
    public static QueueSettings windows(Duration idleWindow, Duration maxAge) {
        return new QueueSettings(idleWindow, maxAge, Duration.ofSeconds(5), Duration.ofSeconds(300));
    }

    public QueueSettings {
        requireNotNegative("idleWindow", idleWindow);
        requireNotNegative("retryBase", retryBase);
        if (maxAge.compareTo(idleWindow) < 0) {
            throw new IllegalArgumentException("maxAge " + maxAge + " is shorter than idleWindow " + idleWindow);
        }
        if (retryCap.compareTo(retryBase) < 0) {
            throw new IllegalArgumentException("retryCap " + retryCap + " is shorter than retryBase " + retryBase);
        }
    }

    /** The wait before the given retry, counted from 1. */
    public Duration retryDelay(int attempt) {
        Duration delay = retryBase;
        for (int i = 1; i < attempt && delay.compareTo(retryCap) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(retryCap) < 0 ? delay : retryCap;
    }

    private static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }
}
