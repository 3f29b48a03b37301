package io.azureccm.service.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.model.machine.ScaleSet;
import io.azureccm.service.model.machine.ScaleSetInstance;
import io.azureccm.service.model.machine.VirtualMachine;
import java.util.List;

/**
 * The machines of nodes, as far as backend pools need them: the scale sets of the cluster's resource group, the instances of the relevant
 * uniform ones, all other virtual machines, and the network interfaces of those machines and of pool members. Lists that no node or pool
 * refers to are empty.
 */
public record Machines(ArmResources<ScaleSet> scaleSets, List<ScaleSetInstance> instances,
        ArmResources<VirtualMachine> virtualMachines, List<NetworkInterface> interfaces) {
    public static final Machines NONE = new Machines(List.of(), List.of(), List.of(), List.of());

    public Machines(List<ObjectNode> scaleSets, List<ObjectNode> instances, List<ObjectNode> virtualMachines,
            List<ObjectNode> interfaces) {
        this(new ArmResources<>(scaleSets.stream().map(ScaleSet::of).toList()),
                instances.stream().map(ScaleSetInstance::of).toList(),
                new ArmResources<>(virtualMachines.stream().map(VirtualMachine::of).toList()),
                interfaces.stream().map(NetworkInterface::of).toList());
    }
}
