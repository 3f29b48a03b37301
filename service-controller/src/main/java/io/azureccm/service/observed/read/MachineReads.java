package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.snapshot.Read;
import io.azureccm.common.snapshot.Snapshot;
import io.azureccm.service.model.machine.ScaleSet;
import io.azureccm.service.model.machine.VirtualMachine;
import io.azureccm.service.observed.Machines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The reads that determine the pool members and candidates for one plan: lists by resource group and by scale set, never a call per
 * machine. What a cluster does not have is not listed. Call {@link #first}, then {@link #second}, then the result.
 */
final class MachineReads {
    private static final Map<String, String> WITH_INSTANCE_VIEW = Map.of("$expand", "instanceView");

    private final CloudConfig cloud;
    private final Set<ArmId> nodeMachines;
    private final Read scaleSets;
    private final Read virtualMachines;
    private final Map<ArmId, Read> instances = new TreeMap<>();
    private final Map<ArmId, Read> interfaces = new TreeMap<>();
    private final boolean join;
    private boolean virtualMachinesLate;

    /** {@code nodeMachines}: the machines of relevant nodes; {@code join}: they are to join pools through their interfaces. */
    MachineReads(CloudConfig cloud, Set<ArmId> nodeMachines, boolean join) {
        this.join = join;
        this.cloud = cloud;
        this.nodeMachines = nodeMachines;
        this.scaleSets = ofGroup(ArmTypes.SCALE_SET, CacheKind.SCALE_SETS);
        this.virtualMachines = ofGroup(ArmTypes.VIRTUAL_MACHINE, CacheKind.VIRTUAL_MACHINE);
    }

    /** Lists that depend on nothing else. */
    List<Read> first() {
        return hasNodesOnVirtualMachines() ? List.of(scaleSets, virtualMachines) : List.of(scaleSets);
    }

    /** What {@code first} and the pool members (ids of IP configurations) lead to. */
    List<Read> second(Snapshot first, Set<ArmId> members) {
        Set<ArmId> groups = new TreeSet<>();
        members.stream()
                .map(ArmId::root)
                .filter(owner -> owner.hasType(ArmTypes.NETWORK_INTERFACE))
                .forEach(nic -> groups.add(listOf(nic)));
        virtualMachinesLate = !groups.isEmpty() && !hasNodesOnVirtualMachines();
        if (join && hasNodesOnVirtualMachines())
            first.of(virtualMachines)
                    .list()
                    .forEach(machine -> VirtualMachine.of(machine)
                            .interfaces()
                            .forEach(nic -> groups.add(listOf(nic))));
        groups.forEach(group -> interfaces.put(group, Read.list(group, age(CacheKind.VIRTUAL_MACHINE)).orPartial()));
        relevant(first.of(scaleSets).list(), members).forEach(id -> instances.put(id, instancesOf(id)));
        List<Read> reads = new ArrayList<>(instances.values());
        reads.addAll(interfaces.values());
        if (virtualMachinesLate)
            reads.add(virtualMachines);
        return reads;
    }

    Machines machines(Snapshot first, Snapshot second) {
        List<ObjectNode> observedMachines = hasNodesOnVirtualMachines()
                ? first.of(virtualMachines).list()
                : virtualMachinesLate ? second.of(virtualMachines).list() : List.of();
        return new Machines(first.of(scaleSets).list(), items(second, instances), observedMachines,
                items(second, interfaces));
    }

    private static List<ObjectNode> items(Snapshot second, Map<ArmId, Read> reads) {
        return reads.values().stream().flatMap(read -> second.of(read).list().stream()).toList();
    }

    private boolean hasNodesOnVirtualMachines() {
        return nodeMachines.stream()
                .anyMatch(machine -> machine.hasType(ArmTypes.VIRTUAL_MACHINE)
                        && machine.resourceGroup().equalsIgnoreCase(cloud.resourceGroup()));
    }

    /** Uniform scale sets of nodes and of pool members: the instances of others need not be listed. */
    private Set<ArmId> relevant(List<ObjectNode> all, Set<ArmId> members) {
        Set<ArmId> wanted = new TreeSet<>();
        nodeMachines.forEach(machine -> machine.parent().ifPresent(wanted::add));
        members.stream().map(ArmId::root).forEach(wanted::add);
        Set<ArmId> relevant = new TreeSet<>();
        all.stream()
                .map(ScaleSet::of)
                .filter(scaleSet -> !scaleSet.isFlexible())
                .map(ScaleSet::id)
                .filter(wanted::contains)
                .forEach(relevant::add);
        return relevant;
    }

    private static ArmId listOf(ArmId nic) {
        return ArmId.collection(nic.subscription(), nic.resourceGroup(), ArmTypes.NETWORK_INTERFACE);
    }

    private Read instancesOf(ArmId scaleSet) {
        Read read = Read.list(scaleSet.children("virtualMachines"), age(CacheKind.SCALE_SET_MACHINES)).orPartial();
        return cloud.arm().caches().listWithoutInstanceView() ? read : read.query(WITH_INSTANCE_VIEW);
    }

    private Read ofGroup(String type, CacheKind kind) {
        return Read.list(ArmId.collection(cloud.subscriptionId(), cloud.resourceGroup(), type), age(kind)).orPartial();
    }

    private Duration age(CacheKind kind) {
        return cloud.arm().caches().ttl(kind);
    }
}
