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
    record ReadMachines(TurnPlan.Read read) implements NodeEffect {
        @Override
        public Optional<String> lane() {
            return Optional.of(read.lane());
        }
    }

    record CheckMachines(ExistenceCheck check, CallReason reason) implements NodeEffect {
        @Override
        public Optional<String> lane() {
            return Optional.of(check.lane());
        }
    }

    record WriteNode(NodeChange change, KnownNode node, CallReason reason) implements NodeEffect {
        @Override
        public Optional<String> lane() {
            return Optional.of(TurnPlanner.lane(change.node().name()));
        }
    }

    /** {@code spent}: approvals that no longer count. */
    record ReadApprovals(Set<String> spent) implements NodeEffect {
        public ReadApprovals {
            spent = Set.copyOf(spent);
        }

        @Override
        public Optional<String> lane() {
            return Optional.of(RemovalStep.LANE);
        }
    }

    record ShowHeldRemovals(Removals held) implements NodeEffect {}

    record Show(NodeReport report) implements NodeEffect {}
}
