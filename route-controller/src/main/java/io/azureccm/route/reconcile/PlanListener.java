package io.azureccm.route.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.status.NodeResult;
import java.util.Collection;
import java.util.List;

/** Hears of the plans of turns in which the table is known, and what nodes may be told with them. */
public interface PlanListener {
    PlanListener NONE = new PlanListener() {
    };

    /** A plan, and what nodes may be told with it; not in a dry run. */
    default void planned(RoutePlan plan, Collection<NodeResult> results) {}

    /** The table is being written, or was compared with a new reading or changed nodes and needs no write. */
    default void synced() {}

    /** A plan puts right so much that nobody asked for and that was not found before; 0 for most plans. */
    default void drifted(int changes) {}

    /** All that a plan refuses, old and new; also in a dry run. */
    default void refused(List<Refusal> refusals) {}

    /** This instance does not lead any more: others make the plans. */
    default void follows() {}
}
