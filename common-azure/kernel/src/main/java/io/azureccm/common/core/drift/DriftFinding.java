package io.azureccm.common.core.drift;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.PlanOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An unrequested change, and the result of correcting it: {@code problem} says why it was not corrected yet, empty if it was.
 * {@code whole}: the resource it is a part of was deleted, or is the whole of it; {@code subjects}: the objects that depend
 * on the write.
 */
public record DriftFinding(ArmId target, Change change, boolean whole, Set<String> subjects,
        Optional<String> problem) {
    private record Key(ArmId target, Part part) {}

    public boolean isCorrected() {
        return problem.isEmpty();
    }

    /** The same, with another reason why it was not corrected. */
    DriftFinding because(String other) {
        return new DriftFinding(target, change, whole, subjects, Optional.of(other));
    }

    /**
     * What plans found, in their order; the latest result of each counts. A finding that a later plan no longer contains
     * without a successful own write was corrected by another writer, and is omitted: {@code rounds} are all executed rounds,
     * earliest first.
     */
    public static List<DriftFinding> of(List<PlanOutcome> rounds) {
        Map<Key, DriftFinding> findings = new LinkedHashMap<>();
        for (PlanOutcome round : rounds) {
            findings.values().removeIf(finding -> !finding.isCorrected());
            for (Operation operation : round.plan().operations()) {
                boolean whole = operation.isCreation();
                Outcome outcome = round.of(operation.target());
                operation.changes()
                        .stream()
                        .filter(DriftCauses::isDrift)
                        .forEach(change -> findings.put(new Key(operation.target(), Part.of(change)),
                                new DriftFinding(operation.target(), change, whole,
                                        operation.subjects(), problem(outcome))));
            }
        }
        return new ArrayList<>(findings.values());
    }

    private static Optional<String> problem(Outcome outcome) {
        if (outcome != null && outcome.isGood())
            return Optional.empty();
        return Optional.of(outcome == null || outcome.problem().isEmpty() ? "it was not tried" : outcome.problem());
    }
}
