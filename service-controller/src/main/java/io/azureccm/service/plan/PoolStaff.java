package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Counts who serves each pool and who is about to, to tell whether a machine can be spared. */
final class PoolStaff {
    private final Map<ArmId, Integer> serving = new HashMap<>();
    private final Map<ArmId, Set<ArmId>> joining = new HashMap<>();

    void serves(ArmId pool) {
        serving.merge(pool, 1, Integer::sum);
    }

    void joins(ArmId pool, ArmId machine) {
        joining.computeIfAbsent(pool, key -> new TreeSet<>()).add(machine);
    }

    /** Lets one machine go: which ones have to be in the pool before, or empty when it would be left without any. */
    Optional<Set<ArmId>> release(ArmId pool) {
        if (serving.merge(pool, -1, Integer::sum) > 0)
            return Optional.of(Set.of());
        Set<ArmId> successors = joining.getOrDefault(pool, Set.of());
        return successors.isEmpty() ? Optional.empty() : Optional.of(successors);
    }
}
