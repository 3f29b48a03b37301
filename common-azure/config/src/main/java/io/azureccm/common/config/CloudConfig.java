package io.azureccm.common.config;

import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.identity.IdentityConfig;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;

/**
 * The complete {@code azure.json}, validated, with defaults filled in and grouped by concern. Strings that are not set are
 * empty; the methods here return effective values. {@code toString} shows no secrets.
 */
public record CloudConfig(LoadingConfig loading, ArmConfig arm, IdentityConfig identity, PlacementConfig placement,
        MachineConfig machines, LoadBalancerConfig loadBalancer, RouteConfig routes) {

    public String subscriptionId() {
        return identity.subscriptionId();
    }

    /** Subscription of load balancers, public IPs, security group, route table and subnets. */
    public String networkSubscriptionId() {
        return or(identity.networkSubscriptionId(), identity.subscriptionId());
    }

    public String resourceGroup() {
        return placement.resourceGroup();
    }

    public String location() {
        return placement.location();
    }

    public String vnetResourceGroup() {
        return or(placement.network().vnetResourceGroup(), resourceGroup());
    }

    public String securityGroupResourceGroup() {
        return or(placement.network().securityGroupResourceGroup(), resourceGroup());
    }

    public String routeTableResourceGroup() {
        return or(placement.network().routeTableResourceGroup(), resourceGroup());
    }

    public String loadBalancerResourceGroup() {
        return or(loadBalancer.names().loadBalancerResourceGroup(), resourceGroup());
    }

    public String privateLinkServiceResourceGroup() {
        return or(loadBalancer.names().privateLinkServiceResourceGroup(), resourceGroup());
    }

    /** Name of the external load balancer of a cluster with one standard load balancer. */
    public String loadBalancerName(String clusterName) {
        return or(loadBalancer.names().loadBalancerName(), clusterName);
    }

    private static String or(String value, String fallback) {
        return value.isEmpty() ? fallback : value;
    }
}
