package io.azureccm.route.plan;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import java.util.List;
import java.util.Set;

/**
 * The plan, how each node stands once it is carried out, and how the routes of the table divide: for nodes, and everything else.
 * {@code unasked}: nodes that say no address of a family that they need, and whose machine may know one. {@code repairs}: the table shows what was asked for, but Azure failed to carry it out or has not ended doing so: nothing is sure.
 * {@code reading}: the table that it was made on. {@code assessment}: what it takes away, and what of that is above a limit.
 */
public record RoutePlan(Plan plan, List<PlannedNode> nodes, Set<String> unasked, boolean repairs,
        Counts counts, Reading reading, Assessment assessment) {
    /** Routes the table will hold, and the subnets that it is attached to: it has an effect in them only. */
    public record Counts(int nodeRoutes, int otherRoutes, int subnets) {}

    public RoutePlan {
        nodes = List.copyOf(nodes);
        unasked = Set.copyOf(unasked);
    }

    public RoutePlan(Plan plan, List<PlannedNode> nodes, Set<String> unasked, boolean repairs, Counts counts,
            Reading reading) {
        this(plan, nodes, unasked, repairs, counts, reading, Assessment.NONE);
    }
}
