package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.LabelSelector;
import java.util.Objects;
import java.util.Optional;

/**
 * One entry of {@code multipleStandardLoadBalancerConfigurations}. An absent selector selects nothing by itself.
 *
 * @param allowServicePlacement whether new Services may be placed here
 * @param primaryVmSet          machine set whose nodes belong to this load balancer
 */
public record MultipleLoadBalancer(String name, boolean allowServicePlacement, String primaryVmSet,
        Optional<LabelSelector> serviceLabelSelector, Optional<LabelSelector> serviceNamespaceSelector,
        Optional<LabelSelector> nodeSelector) {

    public MultipleLoadBalancer {
        Objects.requireNonNull(name);
        Objects.requireNonNull(primaryVmSet);
        Objects.requireNonNull(serviceLabelSelector);
        Objects.requireNonNull(serviceNamespaceSelector);
        Objects.requireNonNull(nodeSelector);
    }
}
