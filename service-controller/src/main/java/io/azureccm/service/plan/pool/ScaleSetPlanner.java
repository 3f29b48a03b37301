package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.machine.ScaleSet;
import io.azureccm.service.spec.IpFamily;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the pools in the models of scale sets, so that newly created machines join too. A model joins when one of its machines has a node
 * that takes traffic.
 */
final class ScaleSetPlanner {
    private ScaleSetPlanner() {}

    /** {@code members}: the scale sets of machines that join; {@code filled}: see {@link MembershipChange}. */
    static Optional<Operation> plan(ScaleSet scaleSet, Set<ArmId> members, Membership membership,
            Map<ArmId, Cause> filled) {
        if (scaleSet.isInState("Deleting"))
            return Optional.empty();
        Set<ArmId> pools = scaleSet.profile().pools();
        Set<ArmId> leave = new TreeSet<>(membership.leave());
        leave.addAll(membership.going());
        leave.retainAll(pools);
        Map<IpFamily, Set<ArmId>> join = members.contains(scaleSet.id()) && !membership.isTaken(scaleSet.profile())
                ? scaleSet.profile().missing(families(scaleSet, membership.join()))
                : Map.of();
        return new MembershipChange(join, leave, Cause.of("PoolMembership"), filled).write(scaleSet, membership);
    }

    /** The pools of the families that machines of this scale set support: Windows Server 2019 has no IPv6 behind a load balancer. */
    static Map<IpFamily, Set<ArmId>> families(ScaleSet scaleSet, Map<IpFamily, Set<ArmId>> pools) {
        if (!pools.containsKey(IpFamily.IPV6) || !scaleSet.runsWindows2019())
            return pools;
        Map<IpFamily, Set<ArmId>> fitting = new EnumMap<>(pools);
        fitting.remove(IpFamily.IPV6);
        return fitting;
    }

    /** The uniform scale sets of these machines, whether or not their instances have been read. */
    static Set<ArmId> of(Set<ArmId> machines) {
        Set<ArmId> scaleSets = new TreeSet<>();
        machines.stream()
                .filter(machine -> machine.hasType(ArmTypes.SCALE_SET_VM))
                .forEach(machine -> machine.parent().ifPresent(scaleSets::add));
        return scaleSets;
    }
}
