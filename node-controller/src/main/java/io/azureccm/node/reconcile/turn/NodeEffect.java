package io.azureccm.node.reconcile.turn;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.status.NodeReport;
import java.util.Optional;
import java.util.Set;

/** What a turn of the nodes wants done. */
public sealed interface NodeEffect extends Effect {
    @Override
    default Optional<String> lane() {
        return switch (this) {
            case ReadMachines(TurnPlan.Read read) -> Optional.of(read.lane());
            case CheckMachines(ExistenceCheck check, var _) -> Optional.of(check.lane());
            case WriteNode write -> Optional.of(TurnPlanner.lane(write.change().node().name()));
            case ReadApprovals approvals -> Optional.of(RemovalStep.LANE);
            case ShowHeldRemovals held -> Optional.empty();
            case Show report -> Optional.empty();
        };
    }

    record ReadMachines(TurnPlan.Read read) implements NodeEffect {}

    record CheckMachines(ExistenceCheck check, CallReason reason) implements NodeEffect {}

    record WriteNode(NodeChange change, KnownNode node, CallReason reason) implements NodeEffect {}

    /** {@code spent}: approvals that no longer count. */
    record ReadApprovals(Set<String> spent) implements NodeEffect {}

    record ShowHeldRemovals(Removals held) implements NodeEffect {}

    record Show(NodeReport report) implements NodeEffect {}
}
