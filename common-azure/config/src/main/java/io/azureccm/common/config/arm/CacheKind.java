package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.KeyedEnum;
import java.time.Duration;

/** Cached reads of Azure, each with its key in {@code azure.json} and its default maximum age. */
public enum CacheKind implements KeyedEnum {

    VIRTUAL_MACHINE("vmCacheTTLInSeconds", 60,
            "the machines of a resource group outside uniform scale sets, and of their interfaces"),

    LOAD_BALANCER("loadBalancerCacheTTLInSeconds", 120, "the load balancers"),

    PUBLIC_IP("publicIPCacheTTLInSeconds", 120, "the public IPs of a resource group"),

    SECURITY_GROUP("nsgCacheTTLInSeconds", 120, "the security group"),

    ROUTE_TABLE("routeTableCacheTTLInSeconds", 120, "the route table"),

    PRIVATE_LINK_SERVICE("plsCacheTTLInSeconds", 120, "the private link services"),

    SCALE_SETS("vmssCacheTTLInSeconds", 600, "the scale sets"),

    SCALE_SET_MACHINES("vmssVirtualMachinesCacheTTLInSeconds", 600, "the machines of a scale set");

    private final String key;

    private final Duration defaultTtl;

    private final String what;

    CacheKind(String key, int defaultSeconds, String what) {
        this.key = key;
        this.defaultTtl = Duration.ofSeconds(defaultSeconds);
        this.what = what;
    }

    @Override
    public String key() {
        return key;
    }

    public Duration defaultTtl() {
        return defaultTtl;
    }

    @Override
    public String fallback() {
        return Long.toString(defaultTtl.toSeconds());
    }

    @Override
    public String effect() {
        return "How long a read of " + what + " is cached; 0 means the default";
    }
}
