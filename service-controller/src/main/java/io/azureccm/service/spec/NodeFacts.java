package io.azureccm.service.spec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What load balancing needs to know of a node. {@code machine} is the id in its providerID, empty if it has none. {@code excluded}: the
 * node is kept out of pools (label, unmanaged, other cloud, other resource group); {@code leaving}: it is not added to pools any more but is not removed
 * from a NIC pool (it is being deleted or drained away). {@code labels}: those that load balancers are selected by. Addresses are in
 * canonical form.
 */
public record NodeFacts(String name, Optional<ArmId> machine, List<String> internalIps, boolean excluded,
        boolean leaving, boolean controlPlane, Map<String, String> labels, DrainFacts drain) {
    public NodeFacts {
        internalIps = internalIps.stream().map(IpAddress::canonical).toList();
        labels = Map.copyOf(labels);
    }

    /** True if the node takes traffic by its address. */
    public boolean serves() {
        return !controlPlane && !excluded && !leaving;
    }

    public Optional<String> ip(IpFamily family) {
        return internalIps.stream().filter(ip -> IpFamily.of(ip) == family).findFirst();
    }
}
