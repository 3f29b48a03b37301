package io.azureccm.common.config.options;

import java.time.Duration;

/** Options of the route-controller: whether it is enabled, and how often the whole table is reconciled. */
public record RouteOptions(boolean enabled, Duration reconciliationPeriod) {}
