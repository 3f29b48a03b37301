package io.azureccm.route.reconcile;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Step;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.reconcile.rejected.RejectedRoutes;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.NodeResult;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one turn does. {@code plan} is all of it for humans: missing reads, the write of the table and what it waits
 * for, conditions of nodes. The other parts are its components: the routes (empty while the table is not known), the
 * reads to start, whether the table is written now, what to report to nodes, and what Azure refuses for good, after the
 * search for it has moved on.
 */
record TurnPlan(Plan plan, Optional<RoutePlan> routes, Reads reads, Write write, Nodes nodes,
        RejectedRoutes rejected) {
    /**
     * A missing read of the table, whether the virtual network is read now, and the nodes whose machines to look up now.
     */
    record Reads(Optional<Step> table, boolean network, List<NodeFacts> machines) {
        Reads {
            machines = List.copyOf(machines);
        }

        /** The table is to be read now. */
        boolean readsTable() {
            return table.filter(step -> step.waitsFor().isEmpty()).isPresent();
        }
    }

    /** What to report to each node, and the conditions to write now. */
    record Nodes(Map<NodeFacts, NodeResult> results, Map<NodeFacts, ConditionWrite> conditions) {
        static final Nodes NONE = new Nodes(Map.of(), Map.of());

        Nodes {
            results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
            conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
        }
    }

    /** The state of the table's write in this turn. */
    sealed interface Write {
        /** The table is up to date, or is not known. */
        record NotNeeded() implements Write {}

        record Ready() implements Write {}

        /**
         * Waits for {@code what}, at the latest until {@code until}. {@code brief}: it is about to happen, so it is not
         * reported.
         */
        record Waits(String what, Instant until, boolean brief) implements Write {}
    }

    static final Write NOT_NEEDED = new Write.NotNeeded();
    static final Write READY = new Write.Ready();

    boolean isReady() {
        return write instanceof Write.Ready;
    }

    /** The table is known and up to date. */
    boolean isInPlace() {
        return routes.isPresent() && write instanceof Write.NotNeeded;
    }

    /** True if both plans are equal, regardless of the age of their readings. */
    boolean isSameAs(TurnPlan other) {
        return other != null && plan.with(Plan.Basis.NONE).equals(other.plan.with(Plan.Basis.NONE));

    }
}
