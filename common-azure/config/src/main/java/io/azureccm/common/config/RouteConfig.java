package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import java.time.Duration;

/**
 * Timing of route table writes.
 *
 * @param updateInterval how long route changes are collected at most
 * @param settleTime     how long after a write nodes are reported as having their routes
 */
@Keys(KeyGroup.ROUTES)
public record RouteConfig(
        @Key(value = "routeUpdateIntervalInSeconds", fallback = "5", effect = "How long route changes are collected"
                + " at most, while they keep arriving; 0 means the default") Duration updateInterval,
        @Key(value = "routeUpdateWaitingInSeconds", negative = true, effect = "How long after a write nodes are"
                + " reported as having their routes; 0 and below mean the default") Duration settleTime) {}
