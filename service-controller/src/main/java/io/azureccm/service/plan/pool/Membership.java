package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.machine.NetworkProfile;
import io.azureccm.service.spec.IpFamily;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pools that machines are to join, by family; that all machines have to leave ({@code leave}), or leave because the load balancer is
 * deleted ({@code going}); those to join that are not ready yet ({@code unready}); and those that are filled only in the plan that creates
 * them ({@code once}), because they are not managed later. {@code causes} are the causes for filling a pool for the first time, if known.
 */
public record Membership(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Set<ArmId> going, Set<ArmId> unready,
        Set<ArmId> once, Map<ArmId, Cause> causes) {
    boolean isJoined(ArmId pool) {
        return join.values().stream().anyMatch(pools -> pools.contains(pool));
    }

    /** The part that concerns the pair of load balancers of this name. */
    Membership only(String pair) {
        Map<IpFamily, Set<ArmId>> own = new EnumMap<>(IpFamily.class);
        join.forEach((family, pools) -> {
            Set<ArmId> ofPair = new TreeSet<>(pools);
            ofPair.removeIf(pool -> !pairs(Set.of(pool)).contains(pair.toLowerCase(Locale.ROOT)));
            if (!ofPair.isEmpty())
                own.put(family, ofPair);
        });
        return new Membership(own, leave, going, unready, once, causes);
    }

    boolean hasPair(String pair) {
        return pairs().contains(pair.toLowerCase(Locale.ROOT));
    }

    /** A network interface in a pool of a load balancer of another name cannot join: Azure allows one of each kind. */
    boolean isTaken(NetworkProfile machine) {
        Set<ArmId> present = machine.poolsOfPrimaryInterface();
        return !pairs().containsAll(pairs(Copies.without(Copies.without(present, leave), going)));
    }

    /** The base names of the load balancers to join. */
    private Set<String> pairs() {
        Set<String> names = new TreeSet<>();
        join.values().forEach(pools -> names.addAll(pairs(pools)));
        return names;
    }

    /** The base names of the load balancers of these pools, lower case. */
    private static Set<String> pairs(Set<ArmId> pools) {
        Set<String> names = new TreeSet<>();
        pools.forEach(pool -> names.add(pair(pool.parent().orElse(pool))));
        return names;
    }

    public static String pair(ArmId balancer) {
        return ServiceNames.baseOfLoadBalancer(balancer.name()).toLowerCase(Locale.ROOT);
    }
}
