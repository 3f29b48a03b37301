package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The Services that need a write of a public IP or load balancer which cannot be sent for now, while writes for other Services wait for it.
 * Planned without them, those writes are sent. Pure.
 */
final class BlockingServices {
    private final TurnPlan turn;

    BlockingServices(TurnPlan turn) {
        this.turn = turn;
    }

    /** By UID, with the refusal of Azure; empty if nobody else waits. */
    Map<String, Stop> stops() {
        Map<String, Stop> stops = new HashMap<>();
        for (Operation operation : turn.operations()) {
            if (isBlocked(operation) && doesAnybodyElseWait(operation))
                stop(operation, (OperationState.Blocked) turn.stateOf(operation), stops);
        }
        return stops;
    }

    private boolean isBlocked(Operation operation) {
        return operation.verb() == Operation.Verb.PUT
                && (operation.target().hasType(ArmTypes.PUBLIC_IP)
                        || operation.target().hasType(ArmTypes.LOAD_BALANCER))
                && isBlocked(operation.target()) && operation.after().stream().noneMatch(this::isBlocked);
    }

    private boolean isBlocked(ArmId target) {
        return turn.states().get(target) instanceof OperationState.Blocked;
    }

    /** Whether an operation for other Services comes, directly or not, after this one. */
    private boolean doesAnybodyElseWait(Operation blocked) {
        Set<ArmId> behind = new HashSet<>(Set.of(blocked.target()));
        for (Operation operation : turn.operations()) {
            if (operation.after().stream().anyMatch(behind::contains)) {
                behind.add(operation.target());
                if (!blocked.subjects().containsAll(operation.subjects()))
                    return true;
            }
        }
        return false;
    }

    private void stop(Operation operation, OperationState.Blocked state, Map<String, Stop> stops) {
        Stage stage = operation.target().hasType(ArmTypes.PUBLIC_IP) ? Stage.ADDRESS : Stage.TRAFFIC;
        for (PlannedService service : turn.services().orElseThrow().plannedServices().values()) {
            String subject = service.subject();
            if (service.plans(stage) && operation.subjects().contains(subject)
                    && !operation.removing().contains(subject))
                stops.put(service.spec().uid(), new Stop(stage, refusal(state, subject)));
        }
    }

    private static Refusal refusal(OperationState.Blocked state, String subject) {
        return state.outcome() instanceof Outcome.Rejected(int status, String code, String message)
                ? new Refusal(code, subject, message)
                : new Refusal("AddressNotWritten", subject, state.problem());
    }
}
