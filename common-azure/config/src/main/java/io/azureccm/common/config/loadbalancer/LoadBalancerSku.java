package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** SKU of the load balancers and public IPs, key {@code loadBalancerSku}. */
public enum LoadBalancerSku implements ConfigText {

    /** Legacy; one load balancer per machine set. */
    BASIC("basic"),

    /** The default. */
    STANDARD("standard");

    /** Why what belongs to the service gateway is refused. */
    public static final String NO_SERVICE_GATEWAY = "it belongs to the service gateway, whose limits Azure has not "
            + "published (docs/explanation/differences.md#service-gateway)";

    private final String text;

    LoadBalancerSku(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
