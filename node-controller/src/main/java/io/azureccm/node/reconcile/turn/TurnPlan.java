package io.azureccm.node.reconcile.turn;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * What one turn does: the decisions for the due nodes, by name; the reads and checks to start; the nodes whose lane is
 * busy, and those whose operation ended without an outcome event; the plan to print; and the Nodes it deletes,
 * including those held above a limit; {@code isNews}: it writes, or refuses or holds what the plan before did not.
 */
public record TurnPlan(SortedMap<String, Decision> decisions, List<Read> reads, List<ExistenceCheck> checks,
        Set<String> blocked,
        Set<String> lost, Plan plan, RemovalMemory.Assessment assessment, boolean isNews) {
    /** A read to start, and its reason. */
    public record Read(MachineRead read, CallReason reason) {
        public String lane() {
            return "read of " + read.key();
        }
    }

    public TurnPlan {
        decisions = Collections.unmodifiableSortedMap(decisions);
        reads = List.copyOf(reads);
        checks = List.copyOf(checks);
        blocked = Set.copyOf(blocked);
        lost = Set.copyOf(lost);
    }

    /** All writes to each Node. */
    public List<NodeChange> changes() {
        return decisions.values().stream().flatMap(decision -> decision.change().stream()).toList();
    }
}
