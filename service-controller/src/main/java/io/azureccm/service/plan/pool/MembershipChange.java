package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.machine.PoolMember;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pools that one scale set model, instance or network interface joins and leaves, with the causes: {@code filled} for pools that are
 * filled for the first time, {@code cause} for all others.
 */
public record MembershipChange(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Cause cause,
        Map<ArmId, Cause> filled) {
    /** The write that makes the change; empty if there is nothing to change. */
    Optional<Operation> write(PoolMember member, Membership membership) {
        if (join.isEmpty() && leave.isEmpty())
            return Optional.empty();
        List<Change> changes = new ArrayList<>();
        Set<String> awaits = new TreeSet<>();
        Set<ArmId> after = new TreeSet<>();
        leave.forEach(pool -> changes.add(Change.remove("pool", poolName(pool), cause)));
        join.forEach((family, pools) -> {
            for (ArmId pool : pools) {
                changes.add(Change.add("pool", poolName(pool), filled.getOrDefault(pool, cause)));
                if (membership.once().contains(pool)) {
                    after.add(pool.parent().orElseThrow());
                } else if (membership.unready().contains(pool)) {
                    awaits.add("pool " + poolName(pool));
                }
            }
        });
        return Optional.of(Operation.put(member.id(), member.with(join, leave).json(), member.etag(), changes)
                .awaiting(awaits)
                .after(after));
    }

    /** Whether a machine joins or leaves a pool of this load balancer. */
    public static boolean isOn(ArmId balancer, Change change) {
        String prefix = balancer.name() + "/";
        return change.name().regionMatches(true, 0, prefix, 0, prefix.length());
    }

    public static String poolName(ArmId pool) {
        return pool.parent().orElse(pool).name() + "/" + pool.name();
    }

    static Operation after(Operation operation, Set<ArmId> targets) {
        return operation.after(Copies.with(operation.after(), targets));
    }
}
