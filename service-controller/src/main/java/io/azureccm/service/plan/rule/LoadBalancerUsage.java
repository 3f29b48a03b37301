package io.azureccm.service.plan.rule;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.pool.Membership;
import java.util.Arrays;
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
    /** All nodes, and one without rules of its own. */
    private static final int ANY = 0;

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

    /** {@code before} and {@code now}: rules that send traffic to the machines of all nodes (ANY), or of one node only, by its number. */
    private static final class Tally {
        private int rules;
        private final Map<ArmId, Integer> frontends = new HashMap<>();
        private int[] before = new int[1];
        private int[] now = new int[1];

        void claim(int node, int times) {
            if (node >= now.length)
                now = Arrays.copyOf(now, 2 * node);
            now[node] += times;
        }

        int of(int node) {
            return Math.max(of(node, before), of(node, now));
        }

        private static int of(int node, int[] rules) {
            return rules[ANY] + (node == ANY || node >= rules.length ? 0 : rules[node]);
        }
    }

    private final Map<ArmId, Tally> tallies = new TreeMap<>();
    /** By name, from 1 on: there may be thousands, and they are counted for each Service. */
    private final Map<String, Integer> nodes = new HashMap<>();

    /** NAT rules count for the load balancer only. */
    void natRules(ArmId balancer, int count) {
        tally(balancer).rules += count;
    }

    /** What was added so far is what exists before the plan. */
    void begin() {
        tallies.values().forEach(tally -> tally.before = tally.now.clone());
    }

    void add(List<Share> shares) {
        shares.forEach(share -> claim(share, 1));
    }

    void remove(List<Share> shares) {
        shares.forEach(share -> claim(share, -1));
    }

    private void claim(Share share, int times) {
        Tally tally = tally(share.balancer());
        tally.rules += times * (share.rules() + share.ownRules());
        tally.claim(ANY, times * (share.nodes().isEmpty() ? share.rules() + share.ownRules() : share.rules()));
        for (String node : share.nodes())
            tally.claim(nodes.computeIfAbsent(node, name -> nodes.size() + 1), times * share.ownRules());
        share.frontends()
                .forEach(id -> tally.frontends.merge(id, times, (one, two) -> one + two == 0 ? null : one + two));
    }

    Count count(ArmId balancer) {
        String name = Membership.pair(balancer);
        List<Tally> pair = tallies.keySet()
                .stream()
                .filter(id -> Membership.pair(id).equals(name))
                .map(tallies::get)
                .toList();
        int perInterface = 0;
        for (int node = ANY; node <= nodes.size(); node++) {
            int ofNode = 0;
            for (Tally each : pair)
                ofNode += each.of(node);
            perInterface = Math.max(perInterface, ofNode);
        }
        Tally tally = tally(balancer);
        return new Count(tally.rules, tally.frontends.size(), perInterface);
    }

    private Tally tally(ArmId balancer) {
        return tallies.computeIfAbsent(balancer, id -> new Tally());
    }
}
