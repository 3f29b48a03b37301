package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** What is played: which apps run, and with what cloud config. */
public enum World {
    SERVICES(Set.of(App.SERVICE)),
    SEVERAL_LOAD_BALANCERS(Set.of(App.SERVICE)),
    ROUTES(Set.of(App.ROUTE)),
    NODES(Set.of(App.NODE)),
    TOGETHER(Set.of(App.SERVICE, App.ROUTE, App.NODE));

    private static final String CONFIGURATIONS = """
            {"multipleStandardLoadBalancerConfigurations": [
             {"name": "kubernetes", "primaryVMSet": "vmss-a"},
             {"name": "lb2", "primaryVMSet": "vmss-b", "serviceLabelSelector": {"matchLabels": {"tier": "gold"}}},
             {"name": "lb3", "primaryVMSet": "vmss-c", "nodeSelector": {"matchLabels": {"disk": "fast"}},
              "serviceLabelSelector": {"matchExpressions": [{"key": "tier", "operator": "Exists"}]}}]}""";

    private final Set<App> apps;

    World(Set<App> apps) {
        this.apps = apps;
    }

    public static World of(String title) {
        return valueOf(title.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Set<App> apps() {
        return apps;
    }

    public boolean hasServices() {
        return apps.contains(App.SERVICE);
    }

    public boolean hasRoutes() {
        return apps.contains(App.ROUTE);
    }

    /** Nodes join without facts, and machines come and go. */
    public boolean hasNodes() {
        return apps.contains(App.NODE);
    }

    public boolean hasSeveralLoadBalancers() {
        return this == SEVERAL_LOAD_BALANCERS;
    }

    /** What is laid over the cloud config: how old answers may be, and what pools hold. */
    public ObjectNode config(Random random) {
        ObjectNode config = hasSeveralLoadBalancers() ? Foreign.json(CONFIGURATIONS) : Foreign.json("{}");
        if (random.nextBoolean()) {
            config.put("disableAPICallCache", true);
        } else {
            for (String kind : new String[]{"loadBalancer", "publicIP", "nsg", "routeTable", "pls", "vm", "vmss",
                    "vmssVirtualMachines", "vmssFlex", "vmssFlexVM", "nonVmssUniformNodes", "availabilitySets"})
                config.put(kind + "CacheTTLInSeconds", 1);
        }
        if (hasSeveralLoadBalancers() || hasServices() && random.nextBoolean())
            config.put("loadBalancerBackendPoolConfigurationType", "nodeIP");
        return config;
    }

    /** Longer than any answer of Azure is believed with this config. */
    public static Duration oldestAnswer(ObjectNode config) {
        return config.has("disableAPICallCache") ? Duration.ofMillis(1) : Duration.ofMillis(1100);
    }
}
