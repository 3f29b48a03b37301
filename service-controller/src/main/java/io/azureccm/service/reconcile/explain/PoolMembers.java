package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.model.machine.PoolMember;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The members of pools by the names of nodes, and which nodes are kept out of pools and why. */
final class PoolMembers {
    private final Map<ArmId, List<String>> byPool = new HashMap<>();
    private final Map<String, String> byAddress = new HashMap<>();
    private final List<NodeFacts> nodes;

    PoolMembers(ObservedState azure, List<NodeFacts> nodes) {
        this.nodes = nodes;
        Map<ArmId, String> byMachine = new HashMap<>();
        for (NodeFacts node : nodes) {
            node.machine().ifPresent(machine -> byMachine.put(machine, node.name()));
            node.internalIps().forEach(ip -> byAddress.put(ip, node.name()));
        }
        Stream.<PoolMember>concat(azure.machines().instances().stream(), azure.machines().interfaces().stream())
                .forEach(member -> {
                    ArmId machine = machine(member);
                    String name = byMachine.getOrDefault(machine, machine.shortName());
                    member.profile()
                            .pools()
                            .forEach(
                                    pool -> byPool.computeIfAbsent(pool, none -> new ArrayList<>()).add(name));
                });
    }

    private static ArmId machine(PoolMember member) {
        return member instanceof NetworkInterface nic ? nic.virtualMachine().orElse(nic.id()) : member.id();
    }

    /** By name; a machine or an address without a node has its own name. */
    List<String> of(Pool pool) {
        Stream<String> names = pool.hasAddresses()
                ? pool.addresses().stream().map(ip -> byAddress.getOrDefault(ip, ip))
                : byPool.getOrDefault(pool.id(), List.of()).stream();
        return names.sorted().toList();
    }

    /** The members whose admin state is down, by name. */
    List<String> down(Pool pool) {
        return pool.adminStates()
                .entrySet()
                .stream()
                .filter(each -> each.getValue() == AdminState.DOWN)
                .map(each -> byAddress.getOrDefault(each.getKey(), each.getKey()))
                .sorted()
                .toList();
    }

    /** Nodes that are not members for a known reason, each with the reason as a predicate of the node. */
    Map<String, String> out(Collection<String> members) {
        Set<String> in = new HashSet<>(members);
        Map<String, String> out = new TreeMap<>();
        nodes.stream()
                .filter(node -> !in.contains(node.name()) && !why(node).isEmpty())
                .forEach(
                        node -> out.put(node.name(), why(node)));
        return out;
    }

    private static String why(NodeFacts node) {
        if (node.excluded())
            return "is excluded from load balancing";
        if (node.leaving())
            return "is being deleted or drained";
        if (node.controlPlane())
            return "is a control plane node";
        return node.machine().isEmpty() ? "has no providerID yet" : "";
    }
}
