package io.azureccm.node.ipam.turn;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import java.util.Optional;

/** What a turn of the pod CIDRs wants done. */
public sealed interface PodCidrEffect extends Effect {
    record ReadMachines(MachineRead read) implements PodCidrEffect {
        @Override
        public Optional<String> lane() {
            return Optional.of(PodCidrTurn.lane(read));
        }
    }

    record Assign(Assignment assignment) implements PodCidrEffect {
        @Override
        public Optional<String> lane() {
            return Optional.of(PodCidrTurn.lane(assignment.node().name()));
        }
    }

    record Show(PodCidrReport report) implements PodCidrEffect {}
}
