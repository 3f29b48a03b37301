package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.exec.RunResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who waits for whom in the last plan of a run. */
final class HeldUp {
    private final RunResult result;

    HeldUp(RunResult result) {
        this.result = result;
    }

    /** The writes of public IPs that were not good and because of which something was not sent that others need, too. */
    List<Operation> byAddresses() {
        List<Operation> blockers = new ArrayList<>();
        for (Operation operation : result.lastPlan().operations()) {
            if (operation.verb() == Operation.Verb.PUT && operation.target().hasType(ArmTypes.PUBLIC_IP)
                    && hasFailedByItself(operation) && keepsOthers(operation))
                blockers.add(operation);
        }
        return blockers;
    }

    /** When Azure wants to be asked again at the earliest about what a subject depends on; empty when it says nothing. */
    Optional<Instant> notBefore(String subject) {
        Set<ArmId> seen = new HashSet<>();
        return result.openFor(subject)
                .stream()
                .flatMap(operation -> notBefore(operation.target(), seen).stream())
                .max(Instant::compareTo);
    }

    private Optional<Instant> notBefore(ArmId target, Set<ArmId> seen) {
        if (!seen.add(target))
            return Optional.empty();
        Outcome outcome = result.last().of(target);
        if (outcome instanceof Outcome.Throttled(Instant until, String message))
            return Optional.of(until);
        if (!isUnsent(outcome, Reason.PREREQUISITE_FAILED) && !isUnsent(outcome, Reason.DEFERRED))
            return Optional.empty();
        return result.lastPlan()
                .operations()
                .stream()
                .filter(operation -> operation.target().equals(target))
                .flatMap(operation -> operation.after().stream())
                .flatMap(needed -> notBefore(needed, seen).stream())
                .max(Instant::compareTo);
    }

    private boolean hasFailedByItself(Operation operation) {
        Outcome outcome = result.last().of(operation.target());
        return outcome != null && !outcome.isGood() && !(outcome instanceof Outcome.NotAttempted);
    }

    private boolean keepsOthers(Operation blocker) {
        return result.lastPlan()
                .operations()
                .stream()
                .anyMatch(operation -> operation.after().contains(blocker.target())
                        && isUnsent(result.last().of(operation.target()), Reason.PREREQUISITE_FAILED)
                        && !blocker.subjects().containsAll(operation.subjects()));
    }

    private static boolean isUnsent(Outcome outcome, Reason why) {
        return outcome instanceof Outcome.NotAttempted(Reason reason, String message) && reason == why;
    }
}
