package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/**
 * Load balancers whose pool membership is managed outside the controller, key
 * {@code preConfiguredBackendPoolLoadBalancerTypes}.
 */
public enum PreConfiguredPools implements ConfigText {

    /** The controller manages all pools, the default. */
    NONE(""),

    /** Pools of internal load balancers are not modified. */
    INTERNAL("internal"),

    /** Pools of external load balancers are not modified. */
    EXTERNAL("external"),

    /** Existing pools are not modified. */
    ALL("all");

    private final String text;

    PreConfiguredPools(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** Whether an existing pool of an internal load balancer must not be modified. */
    public boolean internal() {
        return this == ALL || this == INTERNAL;
    }

    /** The same of an external load balancer. */
    public boolean external() {
        return this == ALL || this == EXTERNAL;
    }
}
