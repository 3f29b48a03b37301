package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The writes of public IPs and load balancers in a draft that cannot be sent for now although writes for other Services wait for them, and the
 * Services that need them: planned without these, the other writes are sent. Pure.
 */
final class BlockedWrites {
    private final Draft draft;
    private final List<Operation> operations;
    private final Map<ArmId, OperationState> states;
    private final Set<ArmId> blocked = new HashSet<>();
    private final Map<String, Stop> stops = new HashMap<>();

    BlockedWrites(Draft draft, List<Operation> operations, Map<ArmId, OperationState> states) {
        this.draft = draft;
        this.operations = operations;
        this.states = states;
        for (Operation operation : operations) {
            if (isBlocked(operation) && doesAnybodyElseWait(operation))
                stop(operation, (OperationState.Blocked) states.get(operation.target()));
        }
    }

    /** By UID, with the refusal of Azure; empty if nobody else waits. */
    Map<String, Stop> stops() {
        return stops;
    }

    Map<ArmId, OperationState> states() {
        return states;
    }

    /** The operations without those that are blocked and that others wait for. */
    List<Operation> rest() {
        return operations.stream()
                .filter(operation -> !blocked.contains(operation.target()))
                .map(operation -> operation.after(Copies.without(operation.after(), blocked)))
                .toList();
    }

    private boolean isBlocked(Operation operation) {
        return operation.verb() == Operation.Verb.PUT
                && (operation.target().hasType(ArmTypes.PUBLIC_IP)
                        || operation.target().hasType(ArmTypes.LOAD_BALANCER))
                && isBlocked(operation.target()) && operation.after().stream().noneMatch(this::isBlocked);
    }

    private boolean isBlocked(ArmId target) {
        return states.get(target) instanceof OperationState.Blocked;
    }

    /** Whether it removes what is left of other Services, or an operation for others comes, directly or not, after this one. */
    private boolean doesAnybodyElseWait(Operation first) {
        if (!first.removing().isEmpty())
            return true;
        Set<ArmId> behind = new HashSet<>(Set.of(first.target()));
        for (Operation operation : operations) {
            if (operation.after().stream().anyMatch(behind::contains)) {
                behind.add(operation.target());
                if (!first.subjects().containsAll(operation.subjects()))
                    return true;
            }
        }
        return draft.isAwaitedByOthers(behind, first.subjects());
    }

    private void stop(Operation operation, OperationState.Blocked state) {
        blocked.add(operation.target());
        Stage stage = operation.target().hasType(ArmTypes.PUBLIC_IP) ? Stage.ADDRESS : Stage.TRAFFIC;
        for (ServiceSpec service : draft.services().all()) {
            String subject = service.subject();
            if (draft.services().plans(service, stage) && operation.subjects().contains(subject)
                    && !operation.removing().contains(subject))
                stops.put(service.uid(), new Stop(stage, refusal(state, subject)));
        }
    }

    private static Refusal refusal(OperationState.Blocked state, String subject) {
        return state.outcome() instanceof Outcome.Rejected(int status, String code, String message)
                ? new Refusal(code, subject, message)
                : new Refusal("AddressNotWritten", subject, state.problem());
    }
}
