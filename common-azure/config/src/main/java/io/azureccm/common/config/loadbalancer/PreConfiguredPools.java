package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/**
 * Load balancers whose pool membership is managed outside the controller, key
 * {@code preConfiguredBackendPoolLoadBalancerTypes}.
 */
public enum PreConfiguredPools implements ConfigText {

    /** The controller manages all pools, the default. */
    NONE,

    /** Pools of internal load balancers are not modified. */
    INTERNAL,

    /** Pools of external load balancers are not modified. */
    EXTERNAL,

    /** Existing pools are not modified. */
    ALL;

    @Override
    public String text() {
        return this == NONE ? "" : ConfigText.super.text();
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
