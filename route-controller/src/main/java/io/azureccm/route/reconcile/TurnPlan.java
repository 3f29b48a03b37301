package io.azureccm.route.reconcile;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Step;
import io.azureccm.route.plan.RoutePlan;
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
 * What one turn wants. {@code plan} is all of it as people read it: missing reads, the write of the table and what it waits for,
 * conditions of nodes. The other parts are what it is made of: the routes (empty while the table is not known), the reads to begin,
 * whether the table is written now, and what nodes may be told.
 */
record TurnPlan(Plan plan, Optional<RoutePlan> routes, Reads reads, Write write, Nodes nodes) {
    /** A missing read of the table, and the nodes whose machines are to be asked now. */
    record Reads(Optional<Step> table, List<NodeFacts> machines) {
        Reads {
            machines = List.copyOf(machines);
        }

        /** The table is to be read now. */
        boolean readsTable() {
            return table.filter(step -> step.waitsFor().isEmpty()).isPresent();
        }
    }

    /** What each node may be told, and the conditions to write now. */
    record Nodes(Map<NodeFacts, NodeResult> results, Map<NodeFacts, ConditionWrite> conditions) {
        static final Nodes NONE = new Nodes(Map.of(), Map.of());

        Nodes {
            results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
            conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
        }
    }

    /** What becomes of the write of the table in this turn. */
    sealed interface Write {
        /** The table is as it should be, or is not known. */
        record NotNeeded() implements Write {}

        record Ready() implements Write {}

        /** Something has to happen first, at the latest at {@code until}. {@code brief}: it is about to, and nobody need know. */
        record Waits(String what, Instant until, boolean brief) implements Write {}
    }

    static final Write NOT_NEEDED = new Write.NotNeeded();
    static final Write READY = new Write.Ready();

    boolean isReady() {
        return write instanceof Write.Ready;
    }

    /** The table is known, and as it should be. */
    boolean isInPlace() {
        return routes.isPresent() && write instanceof Write.NotNeeded;
    }

    /** True when both say the same, however old their readings are. */
    boolean isSameAs(TurnPlan other) {
        return other != null && plan.with(Plan.Basis.NONE).equals(other.plan.with(Plan.Basis.NONE));

    }
}
