package io.azureccm.node.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodePlan;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * What one turn does: what was decided for the nodes that are due, by name; the reads and checks to begin; the nodes whose lane is
 * not free, and those whose operation ended without telling how; all of it in print; and which Nodes it
 * deletes, and what of that is above a limit.
 */
record TurnPlan(SortedMap<String, Decision> decisions, List<Read> reads, List<Check> checks, Set<String> blocked,
        Set<String> lost, NodePlan plan, RemovalMemory.Assessment assessment) {
    /** A read to begin, and why. */
    record Read(MachineRead read, CallReason reason) {
        String lane() {
            return "read of " + read.key();
        }
    }

    TurnPlan {
        decisions = Collections.unmodifiableSortedMap(decisions);
        reads = List.copyOf(reads);
        checks = List.copyOf(checks);
        blocked = Set.copyOf(blocked);
        lost = Set.copyOf(lost);
    }
}
