package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The input of the planner: all nodes, the claims (by UID), the names of the nodes to serve now, and for each range the
 * block at which the search starts; {@code tagged} if lengths differ per node.
 */
public record PodCidrState(Collection<NodeCidrs> nodes, Map<String, List<Cidr>> claims, Set<String> due,
        List<Integer> cursors, Optional<Tagged> tagged) {
    /**
     * The lengths for the nodes to serve, by name, and recently released ranges. Those are reused only if nothing else
     * is free, because routes may still lead to the former machine.
     */
    public record Tagged(Map<String, NodeMasks> masks, Collection<Cidr> resting) {
        public Tagged {
            masks = Map.copyOf(masks);
            resting = List.copyOf(resting);
        }
    }

    public PodCidrState {
        nodes = List.copyOf(nodes);
        claims = Map.copyOf(claims);
        due = Set.copyOf(due);
        cursors = List.copyOf(cursors);
    }
}
