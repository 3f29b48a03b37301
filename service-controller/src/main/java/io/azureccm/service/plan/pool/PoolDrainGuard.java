package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tracks the members that stay in each pool and those about to join, to decide whether others can be removed. */
final class PoolDrainGuard {
    private final Set<ArmId> staffed = new TreeSet<>();
    private final Map<ArmId, Set<ArmId>> joining = new HashMap<>();

    void stays(ArmId pool) {
        staffed.add(pool);
    }

    void joins(ArmId pool, ArmId machine) {
        joining.computeIfAbsent(pool, key -> new TreeSet<>()).add(machine);
    }

    /** The machines that have to be in the pool before one may be removed; empty if none may, because the pool would be empty. */
    Optional<Set<ArmId>> release(ArmId pool) {
        if (staffed.contains(pool))
            return Optional.of(Set.of());
        return Optional.ofNullable(joining.get(pool)).map(Set::copyOf);
    }
}
