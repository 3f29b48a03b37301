package io.azureccm.common.config;

import java.time.Duration;

/** What is remembered between reads of Azure, each with its key in {@code azure.json} and the age it may reach. */
public enum CacheKind {

    VIRTUAL_MACHINE("vmCacheTTLInSeconds", 60, "single machines by name"),

    LOAD_BALANCER("loadBalancerCacheTTLInSeconds", 120, "load balancers"),

    PUBLIC_IP("publicIPCacheTTLInSeconds", 120, "public IPs of one resource group"),

    SECURITY_GROUP("nsgCacheTTLInSeconds", 120, "the security group"),

    ROUTE_TABLE("routeTableCacheTTLInSeconds", 120, "the route table"),

    PRIVATE_LINK_SERVICE("plsCacheTTLInSeconds", 120, "private link services"),

    AVAILABILITY_SETS("availabilitySetsCacheTTLInSeconds", 600, "availability sets"),

    SCALE_SETS("vmssCacheTTLInSeconds", 600, "scale sets"),

    SCALE_SET_MACHINES("vmssVirtualMachinesCacheTTLInSeconds", 600, "machines of one scale set"),

    FLEX_SCALE_SETS("vmssFlexCacheTTLInSeconds", 600, "flexible scale sets"),

    FLEX_MACHINES("vmssFlexVMCacheTTLInSeconds", 600, "machines of flexible scale sets"),

    NODE_KINDS("nonVmssUniformNodesCacheTTLInSeconds", 900, "which kind of machine each node is");

    private final String key;

    private final Duration defaultTtl;

    private final String what;

    CacheKind(String key, int defaultSeconds, String what) {
        this.key = key;
        this.defaultTtl = Duration.ofSeconds(defaultSeconds);
        this.what = what;
    }

    public String key() {
        return key;
    }

    public Duration defaultTtl() {
        return defaultTtl;
    }

    /** What is cached, in words. */
    public String what() {
        return what;
    }
}
