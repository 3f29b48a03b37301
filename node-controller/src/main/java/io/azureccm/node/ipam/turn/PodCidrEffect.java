package io.azureccm.node.ipam.turn;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import java.util.Optional;

/** What a turn of the pod CIDRs wants done. */
public sealed interface PodCidrEffect extends Effect {
    @Override
    default Optional<String> lane() {
        return switch (this) {
            case ReadMachines(MachineRead read) -> Optional.of(PodCidrTurn.lane(read));
            case Assign(Assignment assignment) -> Optional.of(PodCidrTurn.lane(assignment.node().name()));
            case Show report -> Optional.empty();
        };
    }

    record ReadMachines(MachineRead read) implements PodCidrEffect {}

    record Assign(Assignment assignment) implements PodCidrEffect {}

    record Show(PodCidrReport report) implements PodCidrEffect {}
}
