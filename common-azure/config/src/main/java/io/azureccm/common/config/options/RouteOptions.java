package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.Objects;

/** Options of the route-controller: whether it is enabled, and how often the whole table is reconciled. */
public record RouteOptions(boolean enabled, Duration reconciliationPeriod) {

    public RouteOptions {
        Objects.requireNonNull(reconciliationPeriod);
    }
}
