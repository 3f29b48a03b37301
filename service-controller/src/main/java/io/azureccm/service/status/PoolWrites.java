package io.azureccm.service.status;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.RunResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells whose own pools came to have other members in a pass, and how the last write of each went. */
public final class PoolWrites {
    private PoolWrites() {}

    /** By {@code namespace/name}. */
    public static Map<String, Outcome> of(List<RunResult> results) {
        Map<String, Outcome> writes = new TreeMap<>();
        for (RunResult result : results) {
            for (PlanOutcome round : result.rounds()) {
                round.plan().operations().forEach(operation -> note(operation, round, writes));
            }
        }
        return writes;
    }

    private static void note(Operation operation, PlanOutcome round, Map<String, Outcome> writes) {
        Outcome outcome = round.of(operation.target());
        if (outcome instanceof Outcome.NotAttempted)
            return;
        operation.changes()
                .stream()
                .filter(change -> change.element().equals("pool") && change.kind() == Change.Kind.UPDATE)
                .flatMap(change -> List.of(change.cause().subject().split(",")).stream())
                .filter(subject -> subject.contains("/"))
                .forEach(subject -> writes.put(subject, outcome));
    }
}
