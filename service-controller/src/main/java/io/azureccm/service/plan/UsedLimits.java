package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.core.limit.Headroom.Limit;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The usage of Azure limits by the load balancers, the machines behind them and the security group. Of pools and network interfaces only
 * the most used one is reported, so that the number of limits does not grow with the cluster. Pure.
 */
public final class UsedLimits {
    private static final String INTERFACES = "networkInterfaces";

    private UsedLimits() {}

    /** Includes the usage of subscription quotas. */
    public static List<Headroom> of(ObservedState observed, String securityGroup, List<Headroom> quotas) {
        List<Headroom> used = of(observed.loadBalancers(), observed.securityGroup(), securityGroup);
        used.addAll(quotas);
        return used;
    }

    static List<Headroom> of(Iterable<LoadBalancer> balancers, Optional<SecurityGroup> securityGroup,
            String groupName) {
        List<Headroom> used = new ArrayList<>();
        Map<String, Integer> perInterface = new HashMap<>();
        balancers.forEach(balancer -> {
            loadBalancer(balancer, used);
            countMembers(balancer, perInterface);
        });
        if (!perInterface.isEmpty())
            used.add(new Headroom(Limit.RULES_PER_INTERFACE, INTERFACES, max(perInterface.values().stream()),
                    AzureLimits.RULES_PER_INTERFACE));
        securityGroup.ifPresent(group -> securityGroup(group, "networkSecurityGroups/" + groupName, used));
        return used;
    }

    private static void loadBalancer(LoadBalancer balancer, List<Headroom> used) {
        String name = balancer.id().shortName();
        AzureLimits.OfLoadBalancer limits = AzureLimits.OfLoadBalancer.of(balancer);
        used.add(new Headroom(Limit.LOAD_BALANCER_RULES, name, LimitUses.rules(balancer), limits.rules()));
        used.add(new Headroom(Limit.FRONTENDS, name, balancer.frontends().size(), limits.frontends()));
        used.add(new Headroom(Limit.POOL_MEMBERS, name, members(balancer),
                limits.members()));
    }

    /** The number of members of the largest pool. */
    static int members(LoadBalancer balancer) {
        return max(balancer.pools().stream().map(Pool::size));
    }

    /** Every rule counts at each interface of its pool, across all load balancers. */
    private static void countMembers(LoadBalancer balancer, Map<String, Integer> perInterface) {
        Map<String, Integer> rules = new HashMap<>();
        for (Rule rule : balancer.rules()) {
            rules.merge(rule.pool().toLowerCase(Locale.ROOT), 1, Integer::sum);
        }
        for (Pool pool : balancer.pools()) {
            int count = rules.getOrDefault(pool.name().toLowerCase(Locale.ROOT), 0);
            if (count > 0)
                Stream.concat(pool.interfaces().stream().map(UsedLimits::interfaceOf), pool.addresses().stream())
                        .forEach(member -> perInterface.merge(member, count, Integer::sum));
        }
    }

    /** The interface of an IP configuration. */
    private static String interfaceOf(ArmId configuration) {
        return configuration.key().split("/ipconfigurations/", 2)[0];
    }

    private static void securityGroup(SecurityGroup group, String name, List<Headroom> used) {
        used.add(new Headroom(Limit.SECURITY_RULES, name, group.rules().size(), AzureLimits.SECURITY_RULES));
        used.add(new Headroom(Limit.SECURITY_RULE_PREFIXES, name, prefixes(group), AzureLimits.SECURITY_PREFIXES));
    }

    /** Azure counts both sides separately, and does not count service tags. */
    static int prefixes(SecurityGroup group) {
        return (int) Math.max(prefixes(group, SecurityGroup.Rule::sources),
                prefixes(group, SecurityGroup.Rule::destinations));
    }

    private static long prefixes(SecurityGroup group, Function<SecurityGroup.Rule, Set<String>> side) {
        return group.rules()
                .stream()
                .flatMap(rule -> side.apply(rule).stream())
                .filter(UsedLimits::isAddress)
                .count();
    }

    private static boolean isAddress(String prefix) {
        return prefix.indexOf(':') >= 0 || !prefix.isEmpty() && Character.isDigit(prefix.charAt(0));
    }

    private static int max(Stream<Integer> counts) {
        return counts.mapToInt(Integer::intValue).max().orElse(0);
    }
}
