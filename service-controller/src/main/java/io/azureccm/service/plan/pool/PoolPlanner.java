package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides the backend pools of a load balancer: existing ones stay, except unused pools of single Services; pools that its rules need are
 * added. The addresses of node-IP pools are a function of the nodes. The pool of a cluster with one load balancer is never emptied, because
 * that would cut off all Services at once. A pool with members of the other kind is converted only if the new members can follow.
 */
public record PoolPlanner(PlannerSettings settings, PoolMembers members, MembershipPlanner machines,
        PlanMemory memory) {
    /** {@code needed}: names of pools that planned rules refer to; {@code rules}: all desired rules. */
    public List<Pool> plan(ArmId balancer, LoadBalancer observed, Collection<String> needed, List<Rule> rules) {
        Map<String, Pool> pools = new LinkedHashMap<>();
        observed.pools().forEach(pool -> pools.put(pool.key(), pool));
        Set<String> existing = Set.copyOf(pools.keySet());
        needed.forEach(name -> pools.computeIfAbsent(key(name), key -> Pool.empty(balancer, name)));
        Set<String> used = new HashSet<>();
        Stream.of(rules, observed.rules(Rule.Kind.OUTBOUND), observed.rules(Rule.Kind.INBOUND_NAT))
                .flatMap(List::stream)
                .forEach(rule -> used.add(key(rule.pool())));
        // Nothing refers to a spare pool, and no network interface is a member.
        pools.values()
                .removeIf(pool -> members.isFormer(pool.name()) && !pool.listsInterfaces()
                        && !used.contains(pool.key()));
        pools.replaceAll((key, pool) -> contents(balancer, pool, !existing.contains(key)));
        return List.copyOf(pools.values());
    }

    /** Whether the addresses in this pool are a function of the nodes. */
    public boolean choosesMembers(ArmId balancer, Pool pool) {
        return settings.nodeIpPools() && !settings.isPreconfigured(balancer)
                && members.of(balancer, pool).isPresent();
    }

    private Pool contents(ArmId balancer, Pool pool, boolean isNew) {
        if (settings.isPreconfigured(balancer) && !isNew && !members.isOfOneService(pool.name()))
            return pool;
        if (settings.nodeIpPools())
            return holdsInterfaces(pool) ? pool : filled(balancer, pool).orElse(pool);
        boolean empties = pool.hasAddresses() && Arrays.stream(IpFamily.values())
                .anyMatch(family -> isClusterPool(pool, family)
                        && machines.canFill(settings.pool(balancer, family), family));
        return empties ? pool.withoutAddresses() : pool;
    }

    /** The node-IP pools that still contain interfaces, as they will be without them. */
    public Map<ArmId, Pool> changing(ArmId balancer, LoadBalancer observed) {
        Map<ArmId, Pool> changing = new LinkedHashMap<>();
        for (Pool pool : observed.pools()) {
            if (holdsInterfaces(pool) && choosesMembers(balancer, pool))
                filled(balancer, pool).ifPresent(body -> changing.put(Pool.id(balancer, pool.name()), body));
        }
        return changing;
    }

    /** The load balancer shows actual members; a scale set model refers to the pool without being a member. */
    private boolean holdsInterfaces(Pool pool) {
        return pool.hasInterfaces() || machines.referTo(pool.id());
    }

    private boolean isClusterPool(Pool pool, IpFamily family) {
        return ServiceNames.pool(settings.clusterName(), family).equalsIgnoreCase(pool.name());
    }

    /** The pool with the addresses of its nodes; empty if it is not managed, or if it would lose all members of the only load balancer. */
    private Optional<Pool> filled(ArmId balancer, Pool pool) {
        return members.of(balancer, pool)
                .filter(wanted -> !wanted.isEmpty() || settings.severalLoadBalancers())
                .map(wanted -> machines.held().with(pool, wanted))
                .map(held -> memory.of(Pool.class, pool.id(), () -> pool.holding(held, settings.virtualNetwork()), pool,
                        held));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
