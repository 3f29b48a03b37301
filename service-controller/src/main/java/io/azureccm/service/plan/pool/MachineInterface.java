package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.machine.Machine;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.model.machine.PoolMember;
import io.azureccm.service.model.machine.ScaleSetInstance;
import io.azureccm.service.model.machine.VirtualMachine;
import io.azureccm.service.observed.Machines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The resource to which the pool membership of a machine is written: the instance itself in a uniform scale set, its network interface
 * otherwise. {@code machine}: the id in a node's providerID; {@code set}: its scale set or availability set; {@code writable}: no part of
 * it is being deleted or has failed; {@code ready}: it may join pools now.
 */
public record MachineInterface(PoolMember member, Optional<ArmId> machine, Optional<ArmId> set, boolean writable,
        boolean ready) {
    private static final String DELETING = "Deleting";

    /** All interfaces of an observed state, including those without a machine, because they may be in a pool. */
    public static List<MachineInterface> of(Machines machines) {
        List<MachineInterface> all = new ArrayList<>();
        machines.instances().forEach(instance -> all.add(ofInstance(instance)));
        Map<ArmId, ArmId> owners = new HashMap<>();
        machines.virtualMachines()
                .forEach(machine -> machine.primaryInterface().ifPresent(nic -> owners.put(nic, machine.id())));
        machines.interfaces()
                .forEach(nic -> all.add(ofInterface(nic, Optional.ofNullable(owners.get(nic.id())), machines)));
        return all;
    }

    public ArmId target() {
        return member.id();
    }

    public Set<ArmId> pools() {
        return member.profile().pools();
    }

    /** The scale set whose model has to be in the pools too; empty for a standalone machine or one of an availability set. */
    Optional<ArmId> scaleSet() {
        return set.filter(id -> id.hasType(ArmTypes.SCALE_SET));
    }

    /** The name that the machine's node has or had, if known. */
    public String nodeName() {
        String name = member instanceof ScaleSetInstance instance ? instance.computerName() : "";
        return name.isEmpty() ? machine.map(ArmId::name).orElse(target().name()) : name;
    }

    /** True for an instance of a uniform scale set. */
    boolean isInstance() {
        return member instanceof ScaleSetInstance;
    }

    private static MachineInterface ofInstance(ScaleSetInstance instance) {
        boolean writable = instance.profile().hasPrimaryInterface() && !instance.isInState(DELETING);
        return new MachineInterface(instance, Optional.of(instance.id()), instance.id().parent(), writable,
                instance.isRunning());
    }

    /** {@code owner}: the machine whose primary interface it is. */
    private static MachineInterface ofInterface(NetworkInterface nic, Optional<ArmId> owner, Machines machines) {
        Optional<ArmId> machine = owner.or(nic::virtualMachine);
        Optional<VirtualMachine> observed = machine.flatMap(machines.virtualMachines()::find);
        boolean goes = observed.filter(found -> found.isInState(DELETING)).isPresent();
        boolean broken = nic.isInState("Failed") || nic.isInState(DELETING);
        return new MachineInterface(nic, machine, observed.flatMap(VirtualMachine::set), !goes && !broken,
                owner.isPresent() && observed.filter(Machine::isRunning).isPresent());
    }
}
