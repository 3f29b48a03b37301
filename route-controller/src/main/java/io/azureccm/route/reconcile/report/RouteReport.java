package io.azureccm.route.reconcile.report;

import io.azureccm.common.core.Refusal;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NodeResult;
import io.azureccm.route.status.ReportedProblems.FailedRoute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Something that events of Nodes, metrics and log lines are to show of a turn. */
public sealed interface RouteReport {
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

    /** The table was written, was compared with a new reading or changed nodes and needs no write, or neither succeeded. */
    record Synced(SyncTrigger trigger, SyncOutcome outcome) implements RouteReport {}

    /** A plan, and what it reports to nodes; not shown in a dry run. */
    record Planned(RoutePlan plan, List<NodeResult> results) implements RouteReport {}

    /** A plan corrects this many changes that nobody requested and that no plan before has corrected. */
    record DriftFound(int changes) implements RouteReport {}

    /** All refusals of a plan, old and new. */
    record Refused(List<Refusal> refusals) implements RouteReport {}

    /** Whether the table is not written for now, because Azure has refused too many writes of it. */
    record Waiting(boolean table) implements RouteReport {}

    /** Drift of the routes of a node, by name, and what was done about it. */
    record Drifted(String node, String message) implements RouteReport {}

    /** All routed pod CIDRs of a node that are outside the ranges of the cluster. */
    record OutsideClusterCidr(NodeFacts node, List<String> podCidrs) implements RouteReport {}

    /** These, by UID, are all nodes that exist. */
    record Nodes(Set<String> uids) implements RouteReport {}

    /** All pod CIDRs of a node without a route; empty if there is none. */
    record RoutesFailed(NodeFacts node, List<FailedRoute> failed) implements RouteReport {}

    /** The first plan of this leader was made, so long after it began to lead. */
    record FirstPlan(Duration took) implements RouteReport {}

    /** No subnet uses the table of this scope, although it has routes. */
    record NoSubnet(String scope) implements RouteReport {}

    record ReadFailed(String problem, Instant next) implements RouteReport {}

    record WriteRetried(Instant latest) implements RouteReport {}

    /** This instance no longer leads; the leader makes the plans. */
    record Following() implements RouteReport {}
}
