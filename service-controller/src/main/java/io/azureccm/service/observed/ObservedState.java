package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.model.machine.VirtualMachine;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is in Azure, as far as load balancing needs it: load balancers of the cluster's group, public IPs of all relevant groups, the
 * security group, requested subnets (absent key: not requested, empty value: does not exist), private link services of the requested
 * resource groups (absent key: not requested), the zones of the region (empty: not requested), the machines of nodes and pools, the age of
 * the oldest observation, the in-flight changes, and what exists and cannot be read, which is in none of the others.
 */
public record ObservedState(LoadBalancers loadBalancers, PublicIps publicIps, Optional<SecurityGroup> securityGroup,
        Map<ArmId, Optional<Subnet>> subnets, Map<ArmId, PrivateLinkList> privateLinks,
        Optional<List<String>> zones, Machines machines, long ageMillis, InFlightChanges inFlight,
        UnreadableState unreadable) {
    public ObservedState {
        subnets = Map.copyOf(subnets);
        privateLinks = Collections.unmodifiableMap(new TreeMap<>(privateLinks));
        zones = zones.map(List::copyOf);
    }

    public ObservedState with(InFlightChanges known) {
        return new ObservedState(loadBalancers, publicIps, securityGroup, subnets, privateLinks, zones, machines,
                ageMillis, known, unreadable);
    }

    /** Why a load balancer or a public IP that is not shown may exist nevertheless. */
    public Optional<String> whyUnreadable(ArmId id) {
        return loadBalancers.find(id).isPresent() || publicIps.find(id).isPresent()
                ? Optional.empty()
                : unreadable.perhaps(id);
    }

    /** The resource that names the zones of all regions. */
    public static ArmId regions(String subscription) {
        return ArmId.parse("/subscriptions/" + subscription + "/providers/Microsoft.Compute");
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

    /** Why the machine of a node, its network interface or its scale set cannot be read. */
    public Optional<String> whyMachineUnreadable(ArmId machine) {
        if (unreadable.isEmpty())
            return Optional.empty();
        return unreadable.of(machine)
                .or(() -> machine.parent().flatMap(unreadable::of))
                .or(() -> machines.virtualMachines()
                        .find(machine)
                        .flatMap(VirtualMachine::primaryInterface)
                        .flatMap(unreadable::of));
    }
}
