package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nodes that take traffic, unknown before the first turn; the machines of all nodes; and the list that both were taken from. They are
 * collected again only after nodes have changed.
 */
public record SeenNodes(Optional<List<Host>> hosts, Set<ArmId> machines, List<NodeFacts> shown) {
    public static final SeenNodes UNKNOWN = new SeenNodes(Optional.empty(), Set.of(), List.of());

    /** A node by its name, and its machine. */
    public record Host(String node, Optional<ArmId> machine) {}

    public static boolean takesTraffic(NodeFacts node) {
        return !node.excluded() && !node.leaving();
    }

    public SeenNodes at(List<NodeFacts> nodes) {
        return nodes == shown && hosts.isPresent()
                ? this
                : new SeenNodes(Optional.of(nodes.stream()
                        .filter(SeenNodes::takesTraffic)
                        .map(node -> new Host(node.name(), node.machine()))
                        .toList()), nodes.stream().flatMap(node -> node.machine().stream()).collect(Collectors.toSet()),
                        nodes);
    }

    /** The names of the nodes, if they are others than before; empty also if the nodes before are unknown. */
    public Optional<List<String>> newsSince(SeenNodes before) {
        return before.hosts().isEmpty() || before == this || hosts.equals(before.hosts())
                ? Optional.empty()
                : hosts.map(all -> all.stream().map(Host::node).toList());
    }
}
