package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.Subnet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is in Azure, as far as load balancing needs it: load balancers of the cluster's group, public IPs of all relevant groups, the
 * security group, requested subnets (absent key: not requested, empty value: does not exist), private link services of the requested
 * resource groups (absent key: not requested), the zones of the region (empty: not requested), the machines of nodes and pools, the age of
 * the oldest observation, and the in-flight changes.
 */
public record ObservedState(LoadBalancers loadBalancers, PublicIps publicIps, Optional<SecurityGroup> securityGroup,
        Map<ArmId, Optional<Subnet>> subnets, Map<ArmId, PrivateLinkList> privateLinks,
        Optional<List<String>> zones, Machines machines, long ageMillis, InFlightChanges inFlight) {
    public ObservedState {
        subnets = Map.copyOf(subnets);
        privateLinks = Map.copyOf(privateLinks);
        zones = zones.map(List::copyOf);
    }

    public ObservedState with(InFlightChanges known) {
        return new ObservedState(loadBalancers, publicIps, securityGroup, subnets, privateLinks, zones, machines,
                ageMillis,
                known);
    }

    /** {@link LoadBalancer#NONE} if it does not exist. */
    public LoadBalancer loadBalancer(ArmId id) {
        return loadBalancers.find(id).orElse(LoadBalancer.NONE);
    }

    /** Whether the load balancer is being deleted, though Azure still shows it. */
    public boolean isLeaving(LoadBalancer balancer) {
        return balancer.isInState("Deleting")
                || balancer.id() != null && inFlight.deletions().contains(balancer.id());
    }

    public Optional<PublicIp> publicIp(ArmId id) {
        return publicIps.find(id);
    }
}
