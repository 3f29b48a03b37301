package io.azureccm.common.config.loadbalancer;

/** Overrides of names and resource groups, empty if not set. */
public record LoadBalancerNames(String loadBalancerName, String loadBalancerResourceGroup,
        String privateLinkServiceResourceGroup) {

    public static final LoadBalancerNames NONE = new LoadBalancerNames("", "", "");
}
