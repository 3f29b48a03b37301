package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Optional;

/** The nodes that take traffic, with their machines, and the list that they were taken from; unknown before the first turn. */
public record EligibleNodes(Optional<List<Host>> hosts, List<NodeFacts> shown) {
    public static final EligibleNodes UNKNOWN = new EligibleNodes(Optional.empty(), List.of());

    /** A node by its name, and its machine. */
    public record Host(String node, Optional<ArmId> machine) {}

    public static boolean takesTraffic(NodeFacts node) {
        return !node.excluded() && !node.leaving();
    }

    public EligibleNodes at(List<NodeFacts> nodes) {
        return nodes == shown && hosts.isPresent()
                ? this
                : new EligibleNodes(Optional.of(nodes.stream()
                        .filter(EligibleNodes::takesTraffic)
                        .map(node -> new Host(node.name(), node.machine()))
                        .toList()), nodes);
    }

    /** The names of the nodes, if they are others than before; empty also if the nodes before are unknown. */
    public Optional<List<String>> newsSince(EligibleNodes before) {
        return before.hosts().isEmpty() || before == this || hosts.equals(before.hosts())
                ? Optional.empty()
                : hosts.map(all -> all.stream().map(Host::node).toList());
    }
}
