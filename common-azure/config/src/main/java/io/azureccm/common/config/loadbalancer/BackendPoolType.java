package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** How nodes join a backend pool, key {@code loadBalancerBackendPoolConfigurationType}. */
public enum BackendPoolType implements ConfigText {

    /** Network interfaces reference the pool, the default. */
    NODE_IP_CONFIGURATION("nodeIPConfiguration"),

    /** The pool lists node addresses. */
    NODE_IP("nodeIP");

    private final String text;

    BackendPoolType(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
