package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.machine.VirtualMachine;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.NodeFacts;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The set of a node's machine: a scale set, uniform or flexible, or an availability set, by name. {@code outdated} receives lists that are
 * older than a node; {@code unreadable}: machines that cannot be read are in no list either.
 */
public record MachineSets(PlannerSettings settings, Machines machines, UnreadableState unreadable,
        Consumer<ArmId> outdated) {
    /** Empty for a machine that is in no set, or not seen yet. */
    public Optional<String> of(NodeFacts node) {
        return node.machine().flatMap(this::of);
    }

    /** True if it cannot be known which set the machine of a node is in. */
    boolean isUnknown(NodeFacts node) {
        return node.machine().filter(this::isUnknown).isPresent();
    }

    private boolean isUnknown(ArmId machine) {
        return machine.hasType(ArmTypes.VIRTUAL_MACHINE) && machines.virtualMachines().find(machine).isEmpty()
                && unreadable.perhaps(machine).isPresent();
    }

    private Optional<String> of(ArmId machine) {
        if (machine.hasType(ArmTypes.SCALE_SET_VM))
            return machine.parent().map(ArmId::name);
        Optional<VirtualMachine> found = machines.virtualMachines().find(machine);
        // If no list contains the machine of a node, the list is older than the machine.
        if (found.isEmpty() && !isUnknown(machine) && machine.hasType(ArmTypes.VIRTUAL_MACHINE)
                && machine.resourceGroup().equalsIgnoreCase(settings.cloud().resourceGroup()))
            outdated.accept(ArmId.collection(machine.subscription(), machine.resourceGroup(),
                    ArmTypes.VIRTUAL_MACHINE));
        return found.flatMap(VirtualMachine::set).map(ArmId::name);
    }
}
