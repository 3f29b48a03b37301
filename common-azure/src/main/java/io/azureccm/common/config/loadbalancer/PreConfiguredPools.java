package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** Load balancers whose pool membership somebody else keeps, key {@code preConfiguredBackendPoolLoadBalancerTypes}. */
public enum PreConfiguredPools implements ConfigText {

    /** We keep all pools, the default. */
    NONE(""),

    /** Pools of internal load balancers are left alone. */
    INTERNAL("internal"),

    /** Pools of external load balancers are left alone. */
    EXTERNAL("external"),

    /** All existing pools are left alone. */
    ALL("all");

    private final String text;

    PreConfiguredPools(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** Whether an existing pool of an internal (or else external) load balancer must be left as it is. */
    public boolean covers(boolean internal) {
        return this == ALL || this == (internal ? INTERNAL : EXTERNAL);
    }
}
