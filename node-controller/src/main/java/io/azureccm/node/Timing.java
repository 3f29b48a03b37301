package io.azureccm.node;

import java.time.Duration;

/**
 * When nodes are looked at: after nothing has changed on one for {@code idleWindow}, at the latest {@code maxAge} after the
 * first change; one that something is in the way of again after {@code retryBase}, doubled up to {@code retryCap}.
 */
public record Timing(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap) {
    public static final Timing DEFAULT = new Timing(Duration.ofMillis(100), Duration.ofMillis(500),
            Duration.ofSeconds(1), Duration.ofSeconds(60));
}
