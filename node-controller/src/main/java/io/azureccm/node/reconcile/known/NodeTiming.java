package io.azureccm.node.reconcile.known;

import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.BatchWindow;
import io.azureccm.common.reconcile.RetryPolicy;
import java.time.Duration;

/**
 * When nodes are planned: after {@code idleWindow} without further changes, at the latest {@code maxAge} after the
 * first change. Failed attempts are retried after {@code retryBase}, doubled up to {@code retryCap}.
 */
public record NodeTiming(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap) {
    public static final NodeTiming DEFAULT = new NodeTiming(Duration.ofMillis(100), Duration.ofMillis(500),
            Duration.ofSeconds(1), Duration.ofSeconds(60));

    public BatchWindow.Settings window() {
        return new BatchWindow.Settings(idleWindow, maxAge);
    }

    public RetryPolicy retries() {
        return new RetryPolicy(BackOff.doubling(retryBase, retryCap), retryCap);
    }
}
