package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import java.util.List;

/** Load balancer settings that apply to all Services. */
@Keys(KeyGroup.LOAD_BALANCER)
public record LoadBalancerConfig(
        @Key(value = "loadBalancerSku", fallback = "standard", unsupported = "service", reason = LoadBalancerSku.NO_SERVICE_GATEWAY, effect = "SKU of"
                + " load balancers and public IPs") LoadBalancerSku sku,
        LoadBalancerNames names,
        LoadBalancerRules rules,
        BackendPoolConfig pool,
        ClusterServiceProbe probe,
        @Key(value = "multipleStandardLoadBalancerConfigurations", effect = "Several standard load balancers, each"
                + " with its own machine set") List<MultipleLoadBalancer> multiple) {

    public LoadBalancerConfig {
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
