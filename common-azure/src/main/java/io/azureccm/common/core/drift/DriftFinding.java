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
 * A change that nobody asked for, and what became of putting it right: {@code problem} says why that was not done yet, empty when
 * it was. {@code whole}: the resource that it is a part of was gone, or is the whole of it; {@code subjects}: who depends on the write.
 */
public record DriftFinding(ArmId target, Change change, boolean whole, Set<String> subjects,
        Optional<String> problem) {
    private record Key(ArmId target, Part part) {}

    public boolean isPutRight() {
        return problem.isEmpty();
    }

    /** The same, told with another reason why it was not put right. */
    DriftFinding because(String other) {
        return new DriftFinding(target, change, whole, subjects, Optional.of(other));
    }

    /**
     * What plans found, in their order; the last word on each counts. What a later plan no longer shows without a good write of
     * ours was put right by somebody else, and is left out: {@code rounds} are all that were carried out, earliest first.
     */
    public static List<DriftFinding> of(List<PlanOutcome> rounds) {
        Map<Key, DriftFinding> findings = new LinkedHashMap<>();
        for (PlanOutcome round : rounds) {
            findings.values().removeIf(finding -> !finding.isPutRight());
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
