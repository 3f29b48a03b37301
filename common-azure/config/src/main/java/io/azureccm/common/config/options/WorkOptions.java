package io.azureccm.common.config.options;

import java.util.Objects;

/** Options of the three apps; only those of the running app are used. */
public record WorkOptions(NodeOptions node, ServiceOptions service, RouteOptions route) {

    public WorkOptions {
        Objects.requireNonNull(node);
        Objects.requireNonNull(service);
        Objects.requireNonNull(route);
    }
}
