package io.azureccm.service.plan.rule;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.pool.Membership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts rules and frontends of load balancers, and rules of the network interfaces behind them, while Services claim and release theirs.
 * The two load balancers of a pair have the same machines and are written at different times, so of each the larger number of rules counts,
 * before or after.
 */
final class LoadBalancerUsage {
    /**
     * What one Service has, or wants, on a load balancer: rules for all machines, rules for the machines of these {@code nodes} only, and
     * frontends.
     */
    record Share(ArmId balancer, int rules, int ownRules, Set<String> nodes, Set<ArmId> frontends) {}

    /** The numbers that Azure limits: of one load balancer, and of the interface with the most rules behind it. */
    record Count(int rules, int frontends, int perInterface) {
        /** What exceeds a limit, in Azure's words; "" if nothing does, or not by more than {@code before}. */
        String excess(AzureLimits.OfLoadBalancer limits, Count before) {
            if (rules > limits.rules() && rules > before.rules)
                return "rules (" + rules + " > " + limits.rules() + ")";
            if (frontends > limits.frontends() && frontends > before.frontends)
                return "frontends (" + frontends + " > " + limits.frontends() + ")";
            return perInterface > AzureLimits.RULES_PER_INTERFACE && perInterface > before.perInterface
                    ? "rules of a network interface behind it, external and internal ones (" + perInterface + " > "
                            + AzureLimits.RULES_PER_INTERFACE + ")"
                    : "";
        }

        boolean isAtMost(Count other) {
            return rules <= other.rules && frontends <= other.frontends && perInterface <= other.perInterface;
        }
    }

    private static final class Tally {
        private int before;
        private int rules;
        private int forAll;
        private final Map<ArmId, Integer> frontends = new HashMap<>();

        int perInterface() {
            return Math.max(before, forAll);
        }
    }

    private final Map<ArmId, Tally> tallies = new TreeMap<>();
    /** The rules for the machines of some nodes only, by pair of load balancers and node. */
    private final Map<String, Map<String, Integer>> ofNodes = new HashMap<>();

    /** {@code rules}: for all machines of the load balancer, before the plan. */
    void exists(ArmId balancer, int rules) {
        tally(balancer).before = rules;
    }

    void add(List<Share> shares) {
        shares.forEach(share -> claim(share, 1));
    }

    void remove(List<Share> shares) {
        shares.forEach(share -> claim(share, -1));
    }

    private void claim(Share share, int times) {
        Tally tally = tally(share.balancer());
        boolean ofAll = share.nodes().isEmpty();
        tally.rules += times * (share.rules() + share.ownRules());
        tally.forAll += times * (share.rules() + (ofAll ? share.ownRules() : 0));
        share.frontends()
                .forEach(id -> tally.frontends.merge(id, times, (one, two) -> one + two == 0 ? null : one + two));
        if (!ofAll) {
            Map<String, Integer> counts = ofNodes.computeIfAbsent(Membership.pair(share.balancer()),
                    pair -> new HashMap<>());
            share.nodes().forEach(node -> counts.merge(node, times * share.ownRules(), Integer::sum));
        }
    }

    Count count(ArmId balancer) {
        Tally tally = tally(balancer);
        String pair = Membership.pair(balancer);
        int forAll = tallies.entrySet()
                .stream()
                .filter(each -> Membership.pair(each.getKey()).equals(pair))
                .mapToInt(each -> each.getValue().perInterface())
                .sum();
        int ofNode = ofNodes.getOrDefault(pair, Map.of()).values().stream().mapToInt(count -> count).max().orElse(0);
        return new Count(tally.rules, tally.frontends.size(), forAll + ofNode);
    }

    private Tally tally(ArmId balancer) {
        return tallies.computeIfAbsent(balancer, id -> new Tally());
    }
}
