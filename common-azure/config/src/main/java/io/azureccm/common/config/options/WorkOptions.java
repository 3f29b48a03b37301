package io.azureccm.common.config.options;

/** Options of the three apps; only those of the running app are used. */
public record WorkOptions(NodeOptions node, ServiceOptions service, RouteOptions route) {}
