package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is planned on: all nodes, what was given to nodes that do not show it yet (by UID), the names of the nodes to be
 * served now, and for each range the block with which the search begins; {@code tagged} when lengths differ from node to node.
 */
public record PodCidrState(Collection<NodeCidrs> nodes, Map<String, List<Cidr>> claims, Set<String> due,
        List<Integer> cursors, Optional<Tagged> tagged) {
    /**
     * The lengths for the nodes to be served, by name, and ranges that were given back a moment ago, which are given again only when
     * nothing else is free: routes may still lead to the machine that had them.
     */
    public record Tagged(Map<String, NodeMasks> masks, Collection<Cidr> resting) {
        public Tagged {
            masks = Map.copyOf(masks);
            resting = List.copyOf(resting);
        }
    }

    public PodCidrState(Collection<NodeCidrs> nodes, Map<String, List<Cidr>> claims, Set<String> due,
            List<Integer> cursors) {
        this(nodes, claims, due, cursors, Optional.empty());
    }

    public PodCidrState {
        nodes = List.copyOf(nodes);
        claims = Map.copyOf(claims);
        due = Set.copyOf(due);
        cursors = List.copyOf(cursors);
    }
}
