package io.azureccm.route;

import io.azureccm.common.config.RouteConfig;
import java.time.Duration;

/**
 * When passes happen: after no node has changed for {@code idleWindow}, at the latest {@code maxAge} after the first change; after
 * a failure again after {@code retryBase}, doubled up to {@code retryCap}; the whole table is compared every
 * {@code driftPeriod}. Nodes hear of a route that was written after {@code settleTime}.
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

    /** The wait before the given attempt of a pass that keeps failing, counted from 1. */
    Duration retryDelay(int attempt) {
        Duration delay = retryBase;
        for (int i = 1; i < attempt && delay.compareTo(retryCap) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(retryCap) < 0 ? delay : retryCap;
    }
}
