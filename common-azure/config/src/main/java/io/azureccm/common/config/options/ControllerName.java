package io.azureccm.common.config.options;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The controllers that {@code --controllers} can name, and the app that each one belongs to. */
public enum ControllerName {

    CLOUD_NODE("cloud-node-controller", "cloud-node", App.NODE),

    CLOUD_NODE_LIFECYCLE("cloud-node-lifecycle-controller", "cloud-node-lifecycle", App.NODE),

    NODE_IPAM("node-ipam-controller", "node-ipam", App.NODE),

    SERVICE_LB("service-lb-controller", "service", App.SERVICE),

    NODE_ROUTE("node-route-controller", "route", App.ROUTE);

    private final String fullName;

    private final String alias;

    private final App app;

    ControllerName(String fullName, String alias, App app) {
        this.fullName = fullName;
        this.alias = alias;
        this.app = app;
    }

    public String fullName() {
        return fullName;
    }

    public String alias() {
        return alias;
    }

    public App app() {
        return app;
    }

    /** The controller with that name or alias; the spelling must match exactly. */
    public static Optional<ControllerName> find(String name) {
        return Arrays.stream(values()).filter(c -> c.fullName.equals(name) || c.alias.equals(name)).findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).flatMap(c -> List.of(c.alias, c.fullName).stream()).toList();
    }
}
