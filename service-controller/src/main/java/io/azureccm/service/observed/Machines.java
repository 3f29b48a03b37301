package io.azureccm.service.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Map;

/**
 * What nodes run on, as far as backend pools are concerned: the scale sets of the cluster's resource group, the instances of
 * the uniform ones that matter by scale set, all other virtual machines, and network interfaces of those machines and of
 * whoever is in a pool. Lists that no node or pool leads to are empty.
 */
public record Machines(List<ObjectNode> scaleSets, Map<ArmId, List<ObjectNode>> instances,
        List<ObjectNode> virtualMachines, List<ObjectNode> interfaces) {
    public static final Machines NONE = new Machines(List.of(), Map.of(), List.of(), List.of());

    public Machines {
        scaleSets = List.copyOf(scaleSets);
        instances = Map.copyOf(instances);
        virtualMachines = List.copyOf(virtualMachines);
        interfaces = List.copyOf(interfaces);
    }
}
