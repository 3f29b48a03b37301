package io.azureccm.route.plan;

import io.azureccm.route.intent.NodeFacts;
import java.util.Comparator;
import java.util.List;

/** All nodes of the cluster, oldest first, and how many of them have changed since the last pass. */
public record Demand(List<NodeFacts> nodes, int dirty) {
    private static final Comparator<NodeFacts> BY_AGE = Comparator.comparing(NodeFacts::created)
            .thenComparing(NodeFacts::name);

    public Demand {
        nodes = nodes.stream().sorted(BY_AGE).toList();
    }
}
