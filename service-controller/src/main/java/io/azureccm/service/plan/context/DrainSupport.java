package io.azureccm.service.plan.context;

import java.util.Optional;

/** Whether a cloud config supports draining of nodes; {@code obstacle} is the reason if not. */
public record DrainSupport(Optional<String> obstacle) {
    public static DrainSupport of(PlannerSettings settings) {
        if (settings.cloud().arm().endpoint().azureStackBehaviour())
            return new DrainSupport(Optional.of("Azure Stack does not support the admin state of pool members"));
        if (!settings.cloud().loadBalancer().standard())
            return new DrainSupport(
                    Optional.of("load balancers of SKU Basic do not support the admin state: set loadBalancerSku"
                            + " to standard"));
        if (!settings.nodeIpPools())
            return new DrainSupport(Optional.of("it requires node-IP pools: set"
                    + " loadBalancerBackendPoolConfigurationType to nodeIP"));
        return new DrainSupport(Optional.empty());
    }
}
