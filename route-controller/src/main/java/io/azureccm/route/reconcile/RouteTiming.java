package io.azureccm.route.reconcile;

import io.azureccm.common.config.RouteConfig;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.BatchWindow;
import io.azureccm.common.reconcile.RetryPolicy;
import java.time.Duration;

/**
 * When the table is written: after {@code idleWindow} without further changes of nodes, at the latest {@code maxAge}
 * after the first change. Failed attempts are retried when the throttling window opens, or else after {@code
 * retryBase}, doubled up to {@code retryCap}. The table is compared with the nodes every {@code driftPeriod}. A written
 * route is reported to nodes after {@code settleTime}.
 */
public record RouteTiming(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap,
        Duration driftPeriod,
        Duration settleTime) {
    private static final Duration IDLE = Duration.ofSeconds(1);

    /** The window in the config limits both waits; {@code driftPeriod} is how often the entire table is compared. */
    public static RouteTiming of(RouteConfig routes, Duration driftPeriod) {
        Duration longest = routes.updateInterval();
        return new RouteTiming(longest.compareTo(IDLE) < 0 ? longest : IDLE, longest, Duration.ofSeconds(1),
                Duration.ofMinutes(1), driftPeriod, routes.settleTime());
    }

    BatchWindow.Settings window() {
        return new BatchWindow.Settings(idleWindow, maxAge);
    }

    /** What has to happen before a failed read or write is retried. */
    RetryPolicy retries() {
        return new RetryPolicy(BackOff.doubling(retryBase, retryCap), retryCap);

    }
}
