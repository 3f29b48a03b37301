package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.TextForm;

/** Overrides of names and resource groups, empty if not set. */
public record LoadBalancerNames(
        @Key(value = "loadBalancerName", is = TextForm.RESOURCE_NAME, effect = "Name of the load balancer; the"
                + " cluster's name if not set") String loadBalancerName,
        @Key(value = "loadBalancerResourceGroup", is = TextForm.GROUP, effect = "Resource group of the load"
                + " balancers; resourceGroup if not set") String loadBalancerResourceGroup,
        @Key(value = "privateLinkServiceResourceGroup", is = TextForm.GROUP, effect = "Resource group of private link"
                + " services; resourceGroup if not set") String privateLinkServiceResourceGroup) {}
