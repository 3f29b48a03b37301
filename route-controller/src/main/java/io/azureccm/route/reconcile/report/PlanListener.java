package io.azureccm.route.reconcile.report;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.status.NodeResult;
import java.util.Collection;
import java.util.List;

/** Receives the plans of turns in which the table is known, and what they report to nodes. */
public interface PlanListener {
    /** Why the table was synced. */
    enum SyncTrigger {
        /** Nodes have changed, also in further attempts for the same change. */
        NODE_CHANGE,
        /** All else: a new reading of the table. */
        PERIODIC
    }

    /** How a sync of the table ended. */
    enum SyncOutcome {
        /** The table was written. */
        CHANGED,
        /** The table was compared and needs no write. */
        NOOP,
        /** The table could not be read or written. */
        ERROR
    }

    PlanListener NONE = new PlanListener() {
    };

    /** A plan, and what it reports to nodes; not called in a dry run. */
    default void planned(RoutePlan plan, Collection<NodeResult> results) {}

    /** The table was written, was compared with a new reading or changed nodes and needs no write, or neither succeeded. */
    default void synced(SyncTrigger trigger, SyncOutcome outcome) {}

    /** The number of new drift findings that a plan corrects; 0 for most plans. */
    default void drifted(int changes) {}

    /** All refusals of a plan, old and new; also in a dry run. */
    default void refused(List<Refusal> refusals) {}

    /** How many tables are not written for now, because Azure has refused too many writes of them. */
    default void waiting(int tables) {}

    /** This instance no longer leads; the leader makes the plans. */
    default void follows() {}
}
