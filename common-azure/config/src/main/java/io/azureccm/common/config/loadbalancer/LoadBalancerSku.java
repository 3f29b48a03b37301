package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** SKU of the load balancers and public IPs, key {@code loadBalancerSku}. */
public enum LoadBalancerSku implements ConfigText {

    /** Legacy; one load balancer per machine set. */
    BASIC("basic"),

    /** The default. */
    STANDARD("standard");

    private final String text;

    LoadBalancerSku(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
