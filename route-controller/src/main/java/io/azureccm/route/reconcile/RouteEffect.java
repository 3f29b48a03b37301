package io.azureccm.route.reconcile;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a turn of the route table wants done. {@code forChanges}: a call to Azure is made because nodes have changed. */
sealed interface RouteEffect extends Effect {
    /** The lanes: each runs one read or write at a time. */
    String TABLE = "route table";
    String TABLE_READ = "read of the route table";
    String NETWORK = "virtual network";
    String MACHINES = "machines";
    String CONDITIONS = "conditions";
    String ORPHANS = "orphan audit";

    @Override
    default Optional<String> lane() {
        return switch (this) {
            case ReadTable read -> Optional.of(TABLE_READ);
            case ReadNetwork read -> Optional.of(NETWORK);
            case ReadMachines read -> Optional.of(MACHINES);
            case WriteConditions write -> Optional.of(CONDITIONS);
            case WriteTable write -> Optional.of(TABLE);
            case AuditOrphans audit -> Optional.of(ORPHANS);
            case ReadApprovals read -> Optional.of(RemovalStep.LANE);
            case ShowHeldRemovals held -> Optional.empty();
            case Show report -> Optional.empty();
        };
    }

    record ReadTable(boolean forChanges) implements RouteEffect {}

    /** {@code outside}: addresses that the known virtual networks do not contain. */
    record ReadNetwork(Set<String> outside, boolean forChanges) implements RouteEffect {}

    record ReadMachines(List<NodeFacts> nodes, boolean forChanges) implements RouteEffect {}

    record WriteConditions(Map<NodeFacts, ConditionWrite> conditions) implements RouteEffect {}

    record WriteTable(Plan plan, boolean forChanges) implements RouteEffect {}

    record AuditOrphans(ObservedState observed, ClusterState cluster, Instant at) implements RouteEffect {}

    /** {@code spent}: approvals that no longer count. */
    record ReadApprovals(Set<String> spent) implements RouteEffect {}

    record ShowHeldRemovals(Removals held) implements RouteEffect {}

    record Show(RouteReport report) implements RouteEffect {}
}
