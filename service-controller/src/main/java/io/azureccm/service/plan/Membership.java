package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.model.ServiceNames;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which pools machines are to join, by family, and which they have to leave because their load balancer goes; pools to join that
 * do not exist yet are named in {@code missing}.
 */
record Membership(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Set<ArmId> missing) {
    boolean isJoined(ArmId pool) {
        return join.values().stream().anyMatch(pools -> pools.contains(pool));
    }

    /** The names that the load balancers to join share with their other kind. */
    Set<String> pairs() {
        Set<String> names = new TreeSet<>();
        join.values().forEach(pools -> names.addAll(pairs(pools)));
        return names;
    }

    /** The base names of the load balancers that these pools are part of, lower case. */
    static Set<String> pairs(Set<ArmId> pools) {
        Set<String> names = new TreeSet<>();
        pools.forEach(pool -> names
                .add(ServiceNames.baseOfLoadBalancer(pool.parent().orElse(pool).name()).toLowerCase(Locale.ROOT)));
        return names;
    }
}
