package io.azureccm.node.plan.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodCidrState.Tagged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Prefixes of different lengths from one range. */
class TaggedPodCidrTest {
    private static final PodRange IPV4 = new PodRange(PodCidrs.prefix("10.244.0.0/16"), 24, List.of());
    private static final PodRange IPV6 = new PodRange(PodCidrs.prefix("fd00:10::/48"), 64, List.of());

    private final Map<String, NodeCidrs> nodes = new LinkedHashMap<>();
    private final Map<String, NodeMasks> masks = new HashMap<>();
    private Map<String, List<Cidr>> claims = Map.of();
    private List<Cidr> resting = List.of();
    private int clock;

    @Test
    void eachGetsTheFirstFreePrefixOfItsLength() {
        PodCidrPlanner planner = new PodCidrPlanner(List.of(IPV4));
        List<String> given = new ArrayList<>();
        for (int length : new int[]{24, 24, 26, 22, 26})
            given.add(serve(planner, "n" + given.size(), length));
        assertThat(given).containsExactly("[10.244.0.0/24]", "[10.244.1.0/24]", "[10.244.2.0/26]", "[10.244.4.0/22]",
                "[10.244.2.64/26]");
        String wide = serve(planner, "wide", 17);
        assertThat(wide).isEqualTo("[10.244.128.0/17]");
    }

    @Test
    void manyAtOnceAreServedAsIfTheyHadComeOneByOne() {
        join("a", 26).join("b", 22).join("c", 26).join("d", 24);
        assertThat(PodCidrs.shown(plan(new PodCidrPlanner(List.of(IPV4))))).containsExactly("a=10.244.0.0/26",
                "b=10.244.4.0/22", "c=10.244.0.64/26", "d=10.244.1.0/24");
    }

    @Test
    void bothFamiliesHaveLengthsOfTheirOwn() {
        join("a", 25, 64).join("b", 24, 60).join("c", 25, 64);
        assertThat(PodCidrs.shown(plan(new PodCidrPlanner(List.of(IPV4, IPV6))))).containsExactly(
                "a=10.244.0.0/25,fd00:10::/64", "b=10.244.1.0/24,fd00:10:0:10::/60",
                "c=10.244.0.128/25,fd00:10:0:1::/64");
    }

    @Test
    void nothingOfOneFamilyIsKeptWhereTheOtherHasNothingFree() {
        PodRange tiny = new PodRange(PodCidrs.prefix("fd00::/63"), 64, List.of());
        join("a", 24, 63).join("b", 24, 64).join("c", 24, 64);
        PodCidrPlan plan = plan(new PodCidrPlanner(List.of(IPV4, tiny)));
        assertThat(PodCidrs.shown(plan)).containsExactly("a=10.244.0.0/24,fd00::/63");
        assertThat(plan.usages().getFirst().taken()).isOne();
        assertThat(plan.shortages()).extracting(each -> each.node().name() + ": " + each.text())
                .containsExactly("b: no /64 is free in --cluster-cidr fd00::/63, 2 of 2 are taken",
                        "c: no /64 is free in --cluster-cidr fd00::/63, 2 of 2 are taken");
    }

    @Test
    void whoWantsAShortPrefixIsToldInBlocksOfTheLongest() {
        join("a", 26).join("b", 16);
        assertThat(plan(new PodCidrPlanner(List.of(IPV4))).shortages()).singleElement()
                .extracting(PodCidrPlan.Shortage::text)
                .isEqualTo("no /16 is free in --cluster-cidr 10.244.0.0/16, 1 of 1024 blocks of /26 are taken");
    }

    @Test
    void rangesOfServicesStayReservedWhateverTheLength() {
        PodRange range = new PodRange(PodCidrs.prefix("10.244.0.0/16"), 24, List.of(PodCidrs.prefix("10.244.0.0/20")));
        join("a", 26).join("b", 20).join("c", 17);
        assertThat(PodCidrs.shown(plan(new PodCidrPlanner(List.of(range))))).containsExactly("a=10.244.16.0/26",
                "b=10.244.32.0/20", "c=10.244.128.0/17");
    }

    @Test
    void whatWasGivenBackAMomentAgoIsGivenWhenNothingElseIsFree() {
        PodCidrPlanner planner = new PodCidrPlanner(
                List.of(new PodRange(PodCidrs.prefix("10.244.0.0/23"), 24, List.of())));
        resting = List.of(PodCidrs.prefix("10.244.0.0/24"));
        assertThat(serve(planner, "a", 25)).isEqualTo("[10.244.1.0/25]");
        assertThat(serve(planner, "b", 24)).isEqualTo("[10.244.0.0/24]");
        assertThat(serve(planner, "c", 25)).isEqualTo("[10.244.1.128/25]");
    }

    @Test
    void everyNodeOfAPlanAvoidsWhatWasGivenBackAndFillsGapsThatFitExactly() {
        resting = List.of(PodCidrs.prefix("10.244.1.0/24"));
        join("a", 24).join("b", 24).join("taken", 24).join("c", 23);
        nodes.put("taken", PodCidrs.node("taken", 2, "10.244.6.0/24"));
        PodCidrPlan plan = plan(new PodCidrPlanner(List.of(IPV4)));
        assertThat(PodCidrs.shown(plan)).containsExactly("a=10.244.0.0/24", "b=10.244.2.0/24", "c=10.244.4.0/23");
        assertThat(plan.assignments()).extracting(PodCidrPlan.Assignment::tries)
                .containsExactly(List.of(1), List.of(3), List.of(3));
    }

    @Test
    void whoseLengthIsNotKnownGetsNothingAndHoldsUpNobody() {
        join("a", 24).join("b", 24);
        masks.remove("a");
        PodCidrPlan plan = plan(new PodCidrPlanner(List.of(IPV4)));
        assertThat(PodCidrs.shown(plan)).containsExactly("b=10.244.0.0/24");
        assertThat(plan.shortages()).isEmpty();
    }

    @Test
    void twoLongPrefixesThatWereGivenBeforeAreNotTakenForOneBlock() {
        join("a", 24).join("b", 24);
        masks.clear();
        claims = Map.of("a-uid", List.of(PodCidrs.prefix("10.244.0.0/26")), "b-uid",
                List.of(PodCidrs.prefix("10.244.0.64/26")));
        assertThat(PodCidrs.shown(plan(new PodCidrPlanner(List.of(IPV4))))).containsExactly("a=10.244.0.0/26",
                "b=10.244.0.64/26");
    }

    @Test
    void largeRangesAreServedToTheLastAddressInLittleTime() {
        PodCidrPlanner planner = new PodCidrPlanner(
                List.of(new PodRange(PodCidrs.prefix("10.0.0.0/12"), 24, List.of())));
        for (int i = 0; i < 6_000; i++)
            join("n" + i, 24 + i % 3);
        PodCidrPlan plan = plan(planner);
        // 2,000 of each: 2,000 + 1,000 + 500 blocks of /24 of 4,096.
        assertThat(plan.assignments()).hasSize(6_000);
        assertDisjoint(plan.assignments().stream().flatMap(each -> each.cidrs().stream()).sorted().toList());
        assertThat(plan.usages().getFirst().taken()).isEqualTo(3_500 * 4);
    }

    /** The state of the API is authoritative; the controller sees it late, loses answers and restarts. */
    @Property(tries = 300)
    void noTwoNodesEverShareAnAddress(@ForAll @Size(min = 1, max = 60) List<@IntRange(max = 99) Integer> steps,
            @ForAll long seed) {
        Random random = new Random(seed);
        Cidr reserved = PodCidrs.prefix("10.244.4.0/23");
        PodCidrPlanner planner = new PodCidrPlanner(List.of(
                new PodRange(PodCidrs.prefix("10.244.0.0/20"), 24, List.of(reserved)),
                new PodRange(PodCidrs.prefix("fd00::/60"), 64, List.of())));
        nodes.clear();
        masks.clear();
        Map<String, NodeCidrs> seen = new HashMap<>();
        Map<String, List<Cidr>> given = new HashMap<>();
        List<Cidr> left = new ArrayList<>();
        int joined = 0;
        for (int step : steps) {
            if (step < 40) {
                join("n" + joined++, 20 + random.nextInt(13), 60 + random.nextInt(5));
            } else if (step < 60 && !nodes.isEmpty()) {
                left.addAll(nodes.remove(any(random)).cidrs());
            } else if (step < 65) {
                seen = new HashMap<>(nodes);
                given.clear();
                left.clear();
            } else if (step < 80 && !nodes.isEmpty()) {
                String name = any(random);
                seen.put(name, nodes.get(name));
                // The tag changes while the node waits.
                masks.put(name, new NodeMasks(List.of(20 + random.nextInt(13), 64), "", List.of()));
            } else {
                seen.keySet().retainAll(nodes.keySet());
                Set<String> open = new TreeSet<>();
                seen.values().stream().filter(node -> !node.hasCidrs()).forEach(node -> open.add(node.uid()));
                given.keySet().retainAll(open);
                claims = given;
                resting = left;
                Set<String> due = new TreeSet<>(seen.keySet());
                due.removeIf(name -> random.nextInt(3) == 0);
                for (PodCidrPlan.Assignment each : plan(planner, seen.values(), due).assignments()) {
                    given.put(each.node().uid(), each.cidrs());
                    if (random.nextInt(4) > 0 && !nodes.get(each.node().name()).hasCidrs())
                        give(each);
                }
            }
            assertDisjoint(all());
            assertThat(all()).noneMatch(reserved::overlaps);
        }
    }

    @Property(tries = 200)
    void whatNodesGiveBackIsNotLost(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 20, max = 28) Integer> lengths,
            @ForAll long seed) {
        PodCidrPlanner planner = new PodCidrPlanner(
                List.of(new PodRange(PodCidrs.prefix("10.244.0.0/20"), 24, List.of())));
        nodes.clear();
        masks.clear();
        for (int round = 0; round < 3; round++) {
            for (int length : lengths)
                join("n" + clock, length);
            plan(planner).assignments().forEach(this::give);
            assertDisjoint(all());
            // No node is refused while a prefix of its length is free.
            long addresses = all().stream().mapToLong(cidr -> 1L << (32 - cidr.length())).sum();
            boolean waits = nodes.values().stream().anyMatch(node -> !node.hasCidrs());
            boolean allOfOneLength = new TreeSet<>(lengths).size() == 1;
            assertThat(waits && allOfOneLength).isEqualTo(
                    allOfOneLength && (long) nodes.size() << (32 - lengths.getFirst()) > 4096);
            assertThat(addresses).isLessThanOrEqualTo(4096);
            resting = all();
            nodes.clear();
            masks.clear();
        }
        join("all", 20);
        assertThat(PodCidrs.shown(plan(planner))).containsExactly("all=10.244.0.0/20");
    }

    @Property(tries = 100)
    void aNodeIsOnlyLeftWaitingWhenNoPrefixOfItsLengthIsFree(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 20, max = 28) Integer> lengths) {
        PodCidrPlanner planner = new PodCidrPlanner(
                List.of(new PodRange(PodCidrs.prefix("10.244.0.0/20"), 24, List.of())));
        nodes.clear();
        masks.clear();
        for (int length : lengths)
            join("n" + clock, length);
        PodCidrPlan plan = plan(planner);
        plan.assignments().forEach(this::give);
        plan.shortages().forEach(each -> {
            int length = masks.get(each.node().name()).lengths().getFirst();
            for (int i = 0; i < 1 << (length - 20); i++) {
                Cidr candidate = PodCidrs.prefix("10.244.0.0/20").at(i, length);
                assertThat(all()).anyMatch(candidate::overlaps);
            }
        });
        assertThat(plan.assignments().size() + plan.shortages().size()).isEqualTo(lengths.size());
    }

    private String serve(PodCidrPlanner planner, String name, int length) {
        join(name, length);
        plan(planner).assignments().forEach(this::give);
        return nodes.get(name).cidrs().toString();
    }

    private TaggedPodCidrTest join(String name, Integer... lengths) {
        nodes.put(name, PodCidrs.node(name, clock++));
        masks.put(name, new NodeMasks(List.of(lengths), "", List.of()));
        return this;
    }

    private void give(PodCidrPlan.Assignment each) {
        NodeCidrs node = each.node();
        nodes.replace(node.name(),
                new NodeCidrs(node.name(), node.uid(), Instant.EPOCH, true, each.cidrs(), List.of()));
    }

    private PodCidrPlan plan(PodCidrPlanner planner) {
        return plan(planner, nodes.values(), nodes.keySet());
    }

    /** Lengths are known only for the nodes that are due. */
    private PodCidrPlan plan(PodCidrPlanner planner, Collection<NodeCidrs> seen, Set<String> due) {
        Map<String, NodeMasks> known = new HashMap<>(masks);
        known.keySet().retainAll(due);
        seen.stream().filter(NodeCidrs::hasCidrs).map(NodeCidrs::name).forEach(known::remove);
        return planner.plan(new PodCidrState(seen, claims, due, List.of(0, 0).subList(0, planner.ranges().size()),
                Optional.of(new Tagged(known, resting))));
    }

    private List<Cidr> all() {
        return nodes.values().stream().flatMap(node -> node.cidrs().stream()).sorted().toList();
    }

    private static void assertDisjoint(List<Cidr> all) {
        for (int i = 1; i < all.size(); i++)
            assertThat(all.get(i - 1).overlaps(all.get(i))).as("%s", all).isFalse();
    }

    private String any(Random random) {
        return List.copyOf(new TreeSet<>(nodes.keySet())).get(random.nextInt(nodes.size()));
    }
}
