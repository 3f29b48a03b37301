package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Invariants of every plan, for any nodes and routes. */
class PlanPropertiesTest {
    /** Some names are prefixes of others. */
    private static final List<String> NAMES = List.of("n", "n1", "n10", "n100", "n1-0", "n2", "n20", "node-1",
            "node-10");
    private static final List<String> FOREIGN = List.of("fw 0.0.0.0/0 VirtualAppliance 10.250.0.4",
            "pods-to-fw 10.244.0.0/16 VirtualAppliance 10.250.0.4", "n1-net 192.168.1.0/24 None",
            "n3 172.16.0.0/16 VirtualAppliance 10.250.0.5", "storage Storage.EastUS Internet",
            "other-cluster____101280024 10.128.0.0/24 VirtualAppliance 10.240.9.9",
            "half 10.244.128.0/17 VirtualAppliance 10.250.0.4",
            "gone 10.244.6.0/24 VirtualAppliance 10.240.8.8");

    private static final List<String> PROVIDERS = List.of("vsphere://42", "aws:///eu-1a/i-0f5", "hcloud://17",
            "azure-arc:///subscriptions/s");

    @Property
    void planAfterApplyIsEmpty(@ForAll long seed) {
        World world = world(new Random(seed));
        assertThat(world.converge().size()).isLessThanOrEqualTo(1);
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    @Property
    void orderInWhichNodesAreHandedInIsIrrelevant(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        List<NodeFacts> shuffled = new ArrayList<>(world.nodes());
        Collections.shuffle(shuffled, random);
        assertThat(PlanJson.withBodies(world.plan(shuffled).plan(), PlanNumbers.NONE))
                .isEqualTo(PlanJson.withBodies(world.plan().plan(), PlanNumbers.NONE));
    }

    @Property
    void whatIsForeignSurvivesByteForByte(@ForAll long seed) {
        World world = world(new Random(seed));
        world.change(table -> table.withObjectProperty("properties").put("futureProperty", "kept"));
        world.change(table -> table.put("futureTopLevel", 7));
        Map<String, JsonNode> before = routes(world);
        world.converge();
        Map<String, JsonNode> after = routes(world);
        for (String foreign : FOREIGN) {
            String name = foreign.split(" ")[0];
            assertThat(after.get(name)).isEqualTo(before.get(name));
        }
        assertThat(world.table().orElseThrow().at("/properties/futureProperty").asText()).isEqualTo("kept");
        assertThat(world.table().orElseThrow().at("/properties/disableBgpRoutePropagation").asBoolean()).isTrue();
        assertThat(world.table().orElseThrow().path("futureTopLevel").asInt()).isEqualTo(7);
    }

    @Property
    void aNodeThatLeavesTakesItsOwnRoutesAndNoOther(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        world.converge();
        Map<String, JsonNode> before = routes(world);
        List<NodeFacts> ours = world.nodes().stream().filter(node -> node.care() == Care.OURS).toList();
        if (ours.isEmpty())
            return;
        String gone = ours.get(random.nextInt(ours.size())).name();
        world.left(gone);
        world.converge();
        before.keySet().removeIf(name -> isOf(gone, name));
        assertThat(routes(world)).containsAllEntriesOf(before);
        assertThat(routes(world).keySet()).noneMatch(name -> isOf(gone, name));
    }

    @Property
    void aNodeIsConnectedExactlyWhenTheTableLeadsToIt(@ForAll long seed) {
        World world = world(new Random(seed));
        world.converge();
        List<String> routes = world.routes();
        for (PlannedNode planned : world.plan().nodes()) {
            NodeFacts node = planned.node();
            if (node.care() != Care.OURS || node.podCidrs().isEmpty())
                continue;
            boolean leadsThere = node.podCidrs()
                    .stream()
                    .allMatch(podCidr -> routes.stream()
                            .anyMatch(route -> route.endsWith(
                                    " " + podCidr + " VirtualAppliance " + node.addresses().getFirst())));
            assertThat(planned.kind() == PlannedNode.Kind.CONNECTED).as(node + " in " + routes).isEqualTo(leadsThere);
        }
    }

    @Property
    void nodesOfOtherCloudsGetNoRouteAndChangeNothingForOthers(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        World without = world(new Random(seed));
        int elsewhere = 1 + random.nextInt(4);
        for (int i = 0; i < elsewhere; i++)
            world.nodeElsewhere("far" + i, PROVIDERS.get(random.nextInt(PROVIDERS.size())), "10.240.0." + (4 + i),
                    "10.244.%d.0/24".formatted(random.nextInt(60)));
        world.converge();
        without.converge();
        assertThat(world.routes()).isEqualTo(without.routes());
        assertThat(world.plan().nodes())
                .filteredOn(planned -> planned.node().care() == Care.ELSEWHERE)
                .allMatch(planned -> planned.written().isEmpty())
                .allMatch(planned -> planned.kind() == PlannedNode.Kind.ELSEWHERE
                        || planned.kind() == PlannedNode.Kind.SILENT);
    }

    private static boolean isOf(String node, String route) {
        return route.toLowerCase(Locale.ROOT).startsWith(node + "____");
    }

    private static Map<String, JsonNode> routes(World world) {
        Map<String, JsonNode> routes = new TreeMap<>();
        world.table()
                .orElseThrow()
                .path("properties")
                .path("routes")
                .forEach(route -> routes.put(route.path("name").asText(), route));
        return routes;
    }

    private static World world(Random random) {
        World world = new World();
        for (String route : FOREIGN) {
            if (random.nextBoolean())
                world.route(route);
        }
        for (int i = 0; i < NAMES.size(); i++) {
            String name = NAMES.get(i);
            String range = "10.244.%d.0/24".formatted(i);
            String address = "10.240.0." + (4 + i);
            switch (random.nextInt(7)) {
                case 0 -> world.route(name + "____10244" + i + "024 " + range + " VirtualAppliance " + address);
                case 1 -> world.node(name, address, range)
                        .route(name + " " + range + " VirtualAppliance " + address);
                case 2 -> world.node(name, address, range)
                        .route(name.toUpperCase(Locale.ROOT) + "____10244" + i + "024 " + range
                                + " VirtualAppliance 10.240.1.1");
                case 3 -> world.node(name, List.of(address), Care.UNMANAGED, range);
                case 4 -> world.node(name, address, "10.244.%d.0/24".formatted(random.nextInt(NAMES.size()) + 20));
                case 5 -> world.node(name, address);
                default -> world.node(name, address, range);
            }
        }
        return world;

    }
}
