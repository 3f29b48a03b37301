package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyObject;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.value.LabelSelector;
import java.util.Optional;

/**
 * One entry of {@code multipleStandardLoadBalancerConfigurations}. An absent selector selects nothing by itself.
 *
 * @param allowServicePlacement whether new Services may be placed here
 * @param primaryVmSet          machine set whose nodes belong to this load balancer
 */
@KeyObject(value = "an object with name and primaryVMSet", unread = {"activeServices", "activeNodes"})
public record MultipleLoadBalancer(
        @Key(value = "name", is = TextForm.RESOURCE_NAME, required = true) String name,
        @Key(value = "allowServicePlacement", fallback = "true") boolean allowServicePlacement,
        @Key(value = "primaryVMSet", is = TextForm.RESOURCE_NAME, required = true) String primaryVmSet,
        @Key("serviceLabelSelector") Optional<LabelSelector> serviceLabelSelector,
        @Key("serviceNamespaceSelector") Optional<LabelSelector> serviceNamespaceSelector,
        @Key("nodeSelector") Optional<LabelSelector> nodeSelector) {}
