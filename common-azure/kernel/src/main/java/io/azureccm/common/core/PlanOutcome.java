package io.azureccm.common.core;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The outcomes of all operations of a plan, by target. */
public record PlanOutcome(Plan plan, Map<ArmId, Outcome> outcomes) {
    public PlanOutcome {
        outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
    }

    public Outcome of(ArmId target) {
        return outcomes.get(target);
    }

    public boolean allGood() {
        return outcomes.values().stream().allMatch(Outcome::isGood);
    }
}
