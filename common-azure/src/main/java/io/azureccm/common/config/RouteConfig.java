package io.azureccm.common.config;

import java.time.Duration;
import java.util.Objects;

/**
 * Timing of route table writes.
 *
 * @param updateInterval how long route changes are collected
 * @param settleTime     how long after a write routes count as not yet in effect
 */
public record RouteConfig(Duration updateInterval, Duration settleTime) {

    public static final RouteConfig DEFAULT = new RouteConfig(Duration.ofSeconds(30), Duration.ofSeconds(30));

    public RouteConfig {
        Objects.requireNonNull(updateInterval);
        Objects.requireNonNull(settleTime);
    }
}
