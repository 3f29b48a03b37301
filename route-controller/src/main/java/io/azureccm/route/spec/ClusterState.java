package io.azureccm.route.spec;

import java.util.Comparator;
import java.util.List;

/** All nodes of the cluster, oldest first, and how many of them have changed since the table was last written or found right. */
public record ClusterState(List<NodeFacts> nodes, int changed) {
    private static final Comparator<NodeFacts> BY_AGE = Comparator.comparing(NodeFacts::created)
            .thenComparing(NodeFacts::name);

    public ClusterState {
        nodes = nodes.stream().sorted(BY_AGE).toList();

    }
}
