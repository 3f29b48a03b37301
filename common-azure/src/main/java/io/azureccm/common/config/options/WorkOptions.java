package io.azureccm.common.config.options;

import java.util.Objects;

/** What the three apps do; only the part of the running app matters. */
public record WorkOptions(NodeOptions node, ServiceOptions service, RouteOptions route) {

    public WorkOptions {
        Objects.requireNonNull(node);
        Objects.requireNonNull(service);
        Objects.requireNonNull(route);
    }
}
