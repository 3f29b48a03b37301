package io.azureccm.service.spec;

import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What load balancing needs to know of a node. {@code machine} is the id in its providerID, empty when there is none.
 * {@code excluded}: keeps it out of pools (label, unmanaged, other resource group); {@code leaving}: it joins no pool any more
 * but is not taken out of a NIC pool (it is being deleted or drained away). {@code labels}: those that load balancers are chosen by.
 */
public record NodeFacts(String name, Optional<ArmId> machine, List<String> internalIps, boolean excluded,
        boolean leaving, boolean controlPlane, Map<String, String> labels, DrainFacts drain) {
    public NodeFacts {
        internalIps = List.copyOf(internalIps);
        labels = Map.copyOf(labels);
    }

    /** One that shows nothing to drain it for. */
    public NodeFacts(String name, Optional<ArmId> machine, List<String> internalIps, boolean excluded, boolean leaving,
            boolean controlPlane, Map<String, String> labels) {
        this(name, machine, internalIps, excluded, leaving, controlPlane, labels, DrainFacts.NONE);
    }

    /** True for a node that takes traffic by its address. */
    public boolean serves() {
        return !controlPlane && !excluded && !leaving;
    }

    public Optional<String> ip(IpFamily family) {
        return internalIps.stream().filter(ip -> IpFamily.of(ip) == family).findFirst();
    }
}
