package io.azureccm.common.config.loadbalancer;

import java.util.List;
import java.util.Objects;

/** Load balancer settings that apply to all Services. */
public record LoadBalancerConfig(LoadBalancerSku sku, LoadBalancerNames names, LoadBalancerRules rules,
        BackendPoolConfig pool, ClusterServiceProbe probe, List<MultipleLoadBalancer> multiple) {

    public LoadBalancerConfig {
        Objects.requireNonNull(sku);
        Objects.requireNonNull(names);
        Objects.requireNonNull(rules);
        Objects.requireNonNull(pool);
        Objects.requireNonNull(probe);
        multiple = List.copyOf(multiple);
    }

    public boolean standard() {
        return sku == LoadBalancerSku.STANDARD;
    }

    /** Whether Services are spread over several standard load balancers. */
    public boolean severalLoadBalancers() {
        return standard() && !multiple.isEmpty();
    }

    /** Whether control-plane nodes stay out of the backend pools; only for standard load balancers. */
    public boolean controlPlaneExcluded() {
        return standard() && pool.excludeControlPlane();
    }
}
