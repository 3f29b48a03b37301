package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.Objects;

/** Work of the route-controller: whether there is any, and how often the whole table is compared. */
public record RouteOptions(boolean enabled, Duration reconciliationPeriod) {

    public RouteOptions {
        Objects.requireNonNull(reconciliationPeriod);
    }
}
