package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Who stays in each pool and who is about to join it, to tell whether those who are out can be spared. */
final class PoolDrainGuard {
    private final Set<ArmId> staffed = new TreeSet<>();
    private final Map<ArmId, Set<ArmId>> joining = new HashMap<>();

    void stays(ArmId pool) {
        staffed.add(pool);
    }

    void joins(ArmId pool, ArmId machine) {
        joining.computeIfAbsent(pool, key -> new TreeSet<>()).add(machine);
    }

    /** Which machines have to be in the pool before one may go; empty when none may, because the pool would be left empty. */
    Optional<Set<ArmId>> release(ArmId pool) {
        if (staffed.contains(pool))
            return Optional.of(Set.of());
        return Optional.ofNullable(joining.get(pool)).map(Set::copyOf);
    }
}
