package io.azureccm.common.core;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a plan requires besides its writes to ARM, and what each of those writes waits for in words: a write that is not named
 * is sent as soon as the writes before it have completed.
 */
public record Schedule(List<Step> steps, Map<ArmId, String> waits) {
    public static final Schedule NOTHING_ELSE = new Schedule(List.of(), Map.of());

    public Schedule {
        steps = List.copyOf(steps);
        waits = Collections.unmodifiableMap(new TreeMap<>(waits));
    }

    /** Steps of that kind. */
    public List<Step> of(Step.Kind kind) {
        return steps.stream().filter(step -> step.kind() == kind).toList();
    }

    /** Writes to objects of the cluster. */
    public List<Step> clusterWrites() {
        return of(Step.Kind.KUBERNETES).stream().filter(step -> !step.what().isEmpty()).toList();
    }

    /** What a write waits for, "" if nothing. */
    public String waitOf(ArmId target) {
        return waits.getOrDefault(target, "");
    }
}
