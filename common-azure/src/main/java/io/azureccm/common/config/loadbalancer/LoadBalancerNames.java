package io.azureccm.common.config.loadbalancer;

/** Overrides of names and groups, empty when not set. */
public record LoadBalancerNames(String loadBalancerName, String loadBalancerResourceGroup,
        String privateLinkServiceResourceGroup) {

    public static final LoadBalancerNames NONE = new LoadBalancerNames("", "", "");
}
