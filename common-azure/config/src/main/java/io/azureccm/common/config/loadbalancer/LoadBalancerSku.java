package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** SKU of the load balancers and public IPs, key {@code loadBalancerSku}. */
public enum LoadBalancerSku implements ConfigText {

    /** Legacy; one load balancer per machine set. */
    BASIC,

    /** The default. */
    STANDARD;

    /** Why what belongs to the service gateway is refused. */
    public static final String NO_SERVICE_GATEWAY = "it belongs to the service gateway, whose limits Azure has not "
            + "published (docs/explanation/differences.md#service-gateway)";
}
