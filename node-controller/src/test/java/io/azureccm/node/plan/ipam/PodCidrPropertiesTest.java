package io.azureccm.node.plan.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.net.Cidr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Under any sequence of joins, departures, restarts and lost answers, no address belongs to two nodes, and no free
 * range stays unused while a node waits.
 */
class PodCidrPropertiesTest {
    private static final List<String> SMALL = List.of("10.244.0.0/20=24", "fd00::/60=64");

    @Property(tries = 300)
    void noTwoNodesEverShareAnAddress(@ForAll @Size(min = 1, max = 60) List<@IntRange(max = 99) Integer> steps,
            @ForAll long seed) {
        Random random = new Random(seed);
        PodCidrs cluster = new PodCidrs(SMALL, "10.244.4.0/23");
        // The state of the API is authoritative; the controller sees it late.
        Map<String, NodeCidrs> seen = new HashMap<>();
        Map<String, List<Cidr>> claims = new HashMap<>();
        int joined = 0;
        for (int step : steps) {
            if (step < 40)
                cluster.join("n" + joined++);
            else if (step < 60 && !cluster.nodes.isEmpty())
                cluster.leave(any(cluster.nodes.keySet(), random));
            else if (step < 65) {
                seen = new HashMap<>(cluster.nodes);
                claims.clear();
                cluster.restart();
            } else if (step < 80 && !cluster.nodes.isEmpty()) {
                String name = any(cluster.nodes.keySet(), random);
                seen.put(name, cluster.nodes.get(name));
            } else {
                prune(seen, cluster, claims);
                cluster.claims = claims;
                PodCidrPlan plan = cluster.plan(seen.values(), some(seen.keySet(), random));
                for (PodCidrPlan.Assignment each : plan.assignments()) {
                    claims.put(each.node().uid(), each.cidrs());
                    // Some writes are lost, of others only the answer.
                    if (cluster.nodes.containsKey(each.node().name()) && random.nextInt(4) > 0
                            && !cluster.nodes.get(each.node().name()).hasCidrs())
                        cluster.give(each);
                }
            }
            assertDisjoint(cluster);
        }
    }

    @Property(tries = 200)
    void everyNodeIsServedWhileThereIsRoomAndOnlyThen(@ForAll @IntRange(max = 40) int nodes,
            @ForAll @IntRange(max = 40) int leaving, @ForAll @IntRange(max = 40) int joining) {
        PodCidrs cluster = new PodCidrs(SMALL, "10.244.4.0/23");
        int room = 14;
        for (int i = 0; i < nodes; i++)
            cluster.join("a" + i);
        assertThat(cluster.planAndAssign().assignments()).hasSize(Math.min(nodes, room));
        for (int i = 0; i < Math.min(leaving, nodes); i++)
            cluster.leave("a" + i);
        for (int i = 0; i < joining; i++)
            cluster.join("b" + i);
        cluster.planAndAssign();
        long served = cluster.nodes.values().stream().filter(NodeCidrs::hasCidrs).count();
        assertThat(served).isEqualTo(Math.min(cluster.nodes.size(), room));
        assertDisjoint(cluster);
    }

    @Property(tries = 100)
    void theOrderInWhichNodesAreSeenMakesNoDifference(@ForAll @IntRange(max = 30) int nodes, @ForAll long seed) {
        PodCidrs one = new PodCidrs(SMALL);
        PodCidrs other = new PodCidrs(SMALL);
        for (int i = 0; i < nodes; i++) {
            one.join("n" + i, i % 5 == 0 ? new String[]{"10.244." + i % 16 + ".0/24"} : new String[0]);
        }
        List<NodeCidrs> shuffled = new ArrayList<>(one.nodes.values());
        Collections.shuffle(shuffled, new Random(seed));
        PodCidrPlan first = one.plan();
        PodCidrPlan second = other.plan(shuffled, one.nodes.keySet());
        assertThat(second).isEqualTo(first);
    }

    @Property(tries = 100)
    void secondPlanWritesNothing(@ForAll @IntRange(max = 30) int nodes) {
        PodCidrs cluster = new PodCidrs(SMALL);
        for (int i = 0; i < nodes; i++)
            cluster.join("n" + i);
        cluster.planAndAssign();
        assertThat(cluster.planAndAssign().assignments()).isEmpty();
    }

    private static void prune(Map<String, NodeCidrs> seen, PodCidrs cluster, Map<String, List<Cidr>> claims) {
        // The departure of a node is noticed at some time; here before the next plan, which also ends its claim.
        seen.keySet().retainAll(cluster.nodes.keySet());
        Set<String> open = new HashSet<>();
        seen.values().stream().filter(node -> !node.hasCidrs()).forEach(node -> open.add(node.uid()));
        claims.keySet().retainAll(open);
    }

    private static void assertDisjoint(PodCidrs cluster) {
        List<Cidr> all = cluster.nodes.values().stream().flatMap(node -> node.cidrs().stream()).sorted().toList();
        for (int i = 1; i < all.size(); i++)
            assertThat(all.get(i - 1).overlaps(all.get(i))).as("%s", cluster.shown()).isFalse();
        assertThat(all).noneMatch(PodCidrs.prefix("10.244.4.0/23")::overlaps);
    }

    private static String any(Set<String> names, Random random) {
        return List.copyOf(new TreeSet<>(names)).get(random.nextInt(names.size()));
    }

    private static Set<String> some(Set<String> names, Random random) {
        Set<String> some = new TreeSet<>(names);
        some.removeIf(name -> random.nextInt(3) == 0);
        return some;
    }
}
