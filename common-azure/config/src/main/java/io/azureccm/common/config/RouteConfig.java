package io.azureccm.common.config;

import java.time.Duration;
import java.util.Objects;

/**
 * Timing of route table writes.
 *
 * @param updateInterval how long route changes are collected at most
 * @param settleTime     how long after a write nodes are reported as having their routes
 */
public record RouteConfig(Duration updateInterval, Duration settleTime) {

    public static final RouteConfig DEFAULT = new RouteConfig(Duration.ofSeconds(5), Duration.ZERO);

    public RouteConfig {
        Objects.requireNonNull(updateInterval);
        Objects.requireNonNull(settleTime);
    }
}
