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
 * What is in Azure, as far as load balancing is concerned: load balancers of the cluster's group, public IPs of all groups that
 * matter, the security group, the subnets that were asked for (absent key: not asked, empty value: not there), the private
 * link services of the resource groups that were asked for (absent key: not asked), the zones of the region (empty: not asked),
 * the machines behind nodes and pools, how old the oldest observation is, and what may not stay as it is shown.
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

    /** {@link LoadBalancer#NONE} when it is not there. */
    public LoadBalancer loadBalancer(ArmId id) {
        return loadBalancers.find(id).orElse(LoadBalancer.NONE);
    }

    public Optional<PublicIp> publicIp(ArmId id) {
        return publicIps.find(id);
    }
}
