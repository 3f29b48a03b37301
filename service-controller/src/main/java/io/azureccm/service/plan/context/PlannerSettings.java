package io.azureccm.service.plan.context;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.loadbalancer.PreConfiguredPools;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The cloud config and the cluster name, with the ids derived from them, and what Services may do that concerns others; {@code beside}:
 * another controller serves other Services with the same load balancers and security group.
 */
public record PlannerSettings(CloudConfig cloud, String clusterName, TenantPolicy tenants, boolean beside) {
    /** The load balancers of a pair, which share the base name, external first. */
    public List<ArmId> loadBalancers(String baseName) {
        return List.of(loadBalancer(baseName), loadBalancer(ServiceNames.internalLoadBalancer(baseName)));
    }

    private ArmId loadBalancer(String name) {
        return ArmId.of(cloud.networkSubscriptionId(), cloud.loadBalancerResourceGroup(), ArmTypes.LOAD_BALANCER, name);
    }

    /** The pairs of load balancers that Services are distributed to; a single one takes every Service and every node. */
    public List<MultipleLoadBalancer> configurations() {
        return severalLoadBalancers()
                ? cloud.loadBalancer().multiple()
                : List.of(new MultipleLoadBalancer(loadBalancerName(), true, "", Optional.empty(), Optional.empty(),
                        Optional.empty()));
    }

    /** The name of the load balancers as the scope of plans. */
    public String scope() {
        return configurations().stream().map(MultipleLoadBalancer::name).collect(Collectors.joining(","));
    }

    public boolean severalLoadBalancers() {
        return cloud.loadBalancer().severalLoadBalancers();
    }

    /** True for a Service with external traffic policy Local if there are several load balancers. */
    public boolean hasOwnPool(ServiceSpec service) {
        return severalLoadBalancers() && service.traffic().local();
    }

    public String loadBalancerName() {
        return cloud.loadBalancerName(clusterName);
    }

    public ArmId pool(ArmId loadBalancer, IpFamily family) {
        return Pool.id(loadBalancer, ServiceNames.pool(clusterName, family));
    }

    /** {@code resourceGroup} "" means the cluster's. */
    public ArmId publicIp(String resourceGroup, String name) {
        return ArmId.of(cloud.networkSubscriptionId(), publicIpGroup(resourceGroup), ArmTypes.PUBLIC_IP, name);
    }

    /** The public IP that is created for a Service. */
    public ArmId ownPublicIp(ServiceSpec service, IpFamily family) {
        return publicIp(service.address().publicIpResourceGroup(),
                ServiceNames.publicIp(clusterName, service, family));
    }

    public String publicIpGroup(String resourceGroup) {
        return resourceGroup.isEmpty() ? cloud.resourceGroup() : resourceGroup;
    }

    public ArmId virtualNetwork() {
        return ArmId.of(cloud.subscriptionId(), cloud.vnetResourceGroup(), ArmTypes.VIRTUAL_NETWORK,
                cloud.placement().network().vnetName());
    }

    /** {@code name} "" means the subnet of the cloud config. */
    public ArmId subnet(String name) {
        return ArmId
                .of(cloud.networkSubscriptionId(), cloud.vnetResourceGroup(), ArmTypes.VIRTUAL_NETWORK,
                        cloud.placement().network().vnetName())
                .child("subnets", name.isEmpty() ? cloud.placement().network().subnetName() : name);
    }

    /** Whether the subnet of this id, "" if Azure shows none, is one of the cluster's network: others may have the same addresses. */
    public boolean isInNetwork(String subnet) {
        return subnet.isEmpty() || ArmId.tryParse(subnet).flatMap(ArmId::parent).equals(subnet("any").parent());
    }

    /** The tags of a resource plus those of the cloud config, as far as Azure accepts that many. */
    public Map<String, String> tagged(Map<String, String> tags) {
        return TagLimits.fitting(tags, tagged(tags, cloud.placement().tags().tags()), name -> 0);
    }

    /** The tags of a resource plus the wanted ones; others are removed unless the cloud config protects them. */
    public Map<String, String> tagged(Map<String, String> tags, Map<String, String> wanted) {
        return ResourceTags.reconcile(tags, wanted, String.join(",", cloud.placement().tags().systemTags()));
    }

    public String securityGroupName() {
        return cloud.placement().network().securityGroupName();
    }

    public ArmId securityGroup() {
        return ArmId.of(cloud.networkSubscriptionId(), cloud.securityGroupResourceGroup(), ArmTypes.SECURITY_GROUP,
                securityGroupName());
    }

    /** True if the pools of this load balancer are managed elsewhere: existing ones are never modified. */
    public boolean isPreconfigured(ArmId loadBalancer) {
        PreConfiguredPools pools = cloud.loadBalancer().pool().preConfigured();
        return ServiceNames.isInternal(loadBalancer.name()) ? pools.internal() : pools.external();
    }

    public boolean nodeIpPools() {
        return cloud.loadBalancer().pool().type() == BackendPoolType.NODE_IP;
    }
}
