package io.azureccm.route.spec;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * All nodes of the cluster, oldest first; how many of them have changed since the table was last written or found up to
 * date; the names of nodes whose deletion was observed; and of nodes that exist and cannot be read, "" for one without a name.
 */
public record ClusterState(List<NodeFacts> nodes, int changed, Set<String> deleted, Set<String> unreadable) {
    private static final Comparator<NodeFacts> BY_AGE = Comparator.comparing(NodeFacts::created)
            .thenComparing(NodeFacts::name);

    public ClusterState {
        nodes = nodes.stream().sorted(BY_AGE).toList();
        deleted = Set.copyOf(deleted);
        unreadable = Set.copyOf(unreadable);
    }

    public ClusterState(List<NodeFacts> nodes, int changed) {
        this(nodes, changed, Set.of(), Set.of());
    }
}
