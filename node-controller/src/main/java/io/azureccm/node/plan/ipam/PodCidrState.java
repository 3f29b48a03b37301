package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is planned on: all nodes, what was given to nodes that do not show it yet (by UID), the names of the nodes to be
 * served now, and for each range the block with which the search begins.
 */
public record PodCidrState(Collection<NodeCidrs> nodes, Map<String, List<Cidr>> claims, Set<String> due,
        List<Integer> cursors) {
    public PodCidrState {
        nodes = List.copyOf(nodes);
        claims = Map.copyOf(claims);
        due = Set.copyOf(due);
        cursors = List.copyOf(cursors);
    }
}
