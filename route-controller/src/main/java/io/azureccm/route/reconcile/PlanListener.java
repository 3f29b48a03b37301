package io.azureccm.route.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.status.NodeResult;
import java.util.Collection;
import java.util.List;

/** Receives the plans of turns in which the table is known, and what they report to nodes. */
public interface PlanListener {
    PlanListener NONE = new PlanListener() {
    };

    /** A plan, and what it reports to nodes; not called in a dry run. */
    default void planned(RoutePlan plan, Collection<NodeResult> results) {}

    /** The table is being written, or was compared with a new reading or changed nodes and needs no write. */
    default void synced() {}

    /** The number of new drift findings that a plan corrects; 0 for most plans. */
    default void drifted(int changes) {}

    /** All refusals of a plan, old and new; also in a dry run. */
    default void refused(List<Refusal> refusals) {}

    /** Whether the table is not written for now, because Azure has refused too many writes of it. */
    default void waiting(boolean table) {}

    /** This instance no longer leads; the leader makes the plans. */
    default void follows() {}
}
