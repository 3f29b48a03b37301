package io.azureccm.route.reconcile;

import io.azureccm.common.config.RouteConfig;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.CollectingWindow;
import io.azureccm.common.reconcile.RetryPolicy;
import java.time.Duration;

/**
 * When the table is written: after no node has changed for {@code idleWindow}, at the latest {@code maxAge} after the first change;
 * after a failure again when the window opens that was closed, else after {@code retryBase}, doubled up to {@code retryCap}; it is
 * compared with the nodes every {@code driftPeriod}. Nodes hear of a route that was written after {@code settleTime}.
 */
public record Timing(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap, Duration driftPeriod,
        Duration settleTime) {
    private static final Duration IDLE = Duration.ofSeconds(1);

    /** The window of the config bounds both waits; {@code driftPeriod} is how often the whole table is compared. */
    public static Timing of(RouteConfig routes, Duration driftPeriod) {
        Duration longest = routes.updateInterval();
        return new Timing(longest.compareTo(IDLE) < 0 ? longest : IDLE, longest, Duration.ofSeconds(1),
                Duration.ofMinutes(1), driftPeriod, routes.settleTime());
    }

    CollectingWindow.Settings window() {
        return new CollectingWindow.Settings(idleWindow, maxAge);
    }

    /** What has to happen before a read or a write is tried again that failed. */
    RetryPolicy retries() {
        return RetryPolicy.of(BackOff.doubling(retryBase, retryCap), retryCap);

    }
}
