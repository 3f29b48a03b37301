package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.IpFamily;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which pools machines are to join, by family; which everybody has to leave ({@code leave}), or leaves because the load balancer
 * goes ({@code going}); which of those to join have yet to be made ready for it ({@code unready}); and which are to be filled in
 * the very plan that makes them ({@code once}), because they are left alone from then on. {@code causes} say
 * why a pool is to be filled for the first time, where that is known.
 */
public record Membership(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Set<ArmId> going, Set<ArmId> unready,
        Set<ArmId> once, Map<ArmId, Cause> causes) {
    boolean isJoined(ArmId pool) {
        return join.values().stream().anyMatch(pools -> pools.contains(pool));
    }

    /** What of this is about the pair of load balancers of this name. */
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

    /** A machine that is in a pool of a load balancer of another name cannot join: Azure allows one of each kind. */
    boolean isTaken(Set<ArmId> present) {
        Set<ArmId> staying = new TreeSet<>(present);
        staying.removeAll(leave);
        staying.removeAll(going);
        return !pairs().containsAll(pairs(staying));
    }

    /** The names that the load balancers to join share with their other kind. */
    private Set<String> pairs() {
        Set<String> names = new TreeSet<>();
        join.values().forEach(pools -> names.addAll(pairs(pools)));
        return names;
    }

    /** The base names of the load balancers that these pools are part of, lower case. */
    private static Set<String> pairs(Set<ArmId> pools) {
        Set<String> names = new TreeSet<>();
        pools.forEach(pool -> names.add(pair(pool.parent().orElse(pool))));
        return names;
    }

    public static String pair(ArmId balancer) {
        return ServiceNames.baseOfLoadBalancer(balancer.name()).toLowerCase(Locale.ROOT);
    }
}
