package io.azureccm.route.plan;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import java.util.List;
import java.util.Set;

/**
 * The plan, the state of each node after it, what has to be looked up, and the number of routes for nodes and of all
 * others. {@code repairs}: the table shows the
 * requested state, but Azure failed to apply it or has not finished, so its actual state is uncertain. {@code reading}:
 * the table that the plan was made on. {@code assessment}: what the plan removes, and what exceeds a limit.
 */
public record RoutePlan(Plan plan, List<PlannedNode> nodes, Lookups lookups, boolean repairs,
        Counts counts, Reading reading, Assessment assessment) {
    /**
     * {@code machines}: nodes without an address of a required family, whose machine was not asked for one; {@code
     * outside}: addresses of nodes that are not in the known virtual networks of the table.
     */
    public record Lookups(Set<String> machines, Set<String> outside) {}

    /**
     * The number of routes that the table will have, how many it may have, and whether nodes get none because of that;
     * and of subnets it is attached to. It affects only these subnets.
     */
    public record Counts(int nodeRoutes, int otherRoutes, int limit, boolean full, int subnets) {}

    public RoutePlan {
        nodes = List.copyOf(nodes);
    }
}
