package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.removal.Removal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one plan makes of the routes in a table where they, the nodes and the rules of Azure are at odds. */
class PlannedTableTest {
    private static final String N1 = "n1____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.4";
    private static final String N2 = "n2____102441024 10.244.1.0/24 VirtualAppliance 10.240.0.5";
    private static final String OLD_N1 = "n1 10.244.0.0/24 VirtualAppliance 10.240.0.4";
    private static final String LONG = "n".repeat(70);

    /**
     * The routes after the plan, each node with its kind and the codes of what it lacks, the nodes that wait for the write,
     * the routes that count as removed, and the numbers of routes of nodes and of others.
     */
    private record Row(World world, List<String> routes, String said) {
        Row(World world, String route, String said) {
            this(world, List.of(route), said);
        }
    }

    static Stream<Row> nodes() {
        return Stream.of(
                // Names: one too long, and two ranges whose digits are the same.
                new Row(table().node(LONG, "10.240.0.4", "10.244.0.0/24"), List.of(),
                        LONG + " LACKING RouteNameTooLong, for [], removes [], 0+0"),
                new Row(table().node("n1", "10.240.0.4", "10.24.41.0/24", "10.244.1.0/24"),
                        "n1____102441024 10.24.41.0/24 VirtualAppliance 10.240.0.4",
                        "n1 LACKING RouteNameTaken, for [n1], removes [], 1+0"),
                // Two nodes with one range: who has its route keeps it, but a route that leads elsewhere does not count.
                new Row(table("n2____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.5").node("n1", "10.240.0.4",
                        "10.244.0.0/24").node("n2", "10.240.0.5", "10.244.0.0/24"),
                        "n2____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.5",
                        "n1 LACKING DuplicatePodCIDR, n2 CONNECTED, for [], removes [], 1+0"),
                new Row(table(N1.replace(" 10.244.0.0", " 10.244.9.0"),
                        "n2____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.5")
                        .node("n1", "10.240.0.4", "10.244.0.0/24")
                        .node("n2", "10.240.0.5", "10.244.0.0/24"),
                        List.of(N1.replace(" 10.244.0.0", " 10.244.9.0"),
                                "n2____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.5"),
                        "n1 LACKING DuplicatePodCIDR, n2 CONNECTED, for [], removes [], 1+1"),
                new Row(table().node("n1", "10.240.0.4", "192.168.0.0/24", "10.244.0.7/24"),
                        "n1____1921680024 192.168.0.0/24 VirtualAppliance 10.240.0.4",
                        "n1 LACKING InvalidPodCIDR, for [n1], removes [], 1+0"));
    }

    static Stream<Row> namedRoutes() {
        return Stream.of(
                // The destinations of two routes were swapped, or one leads to the range of a node that has no route yet.
                new Row(two(N1.replace(" 10.244.0.", " 10.244.1."), N2.replace(" 10.244.1.", " 10.244.0.")),
                        List.of(N1, N2), "n1 CONNECTED, n2 CONNECTED, for [n1, n2], removes [], 2+0"),
                new Row(two(N1.replace(" 10.244.0.", " 10.244.1.")), List.of(N1, N2),
                        "n1 CONNECTED, n2 CONNECTED, for [n1, n2], removes [], 2+0"),
                new Row(one(N1.replace(" 10.244.0.", " 10.244.9."),
                        "fw_to_n1 10.244.0.0/24 VirtualAppliance 10.250.0.4"),
                        List.of(N1.replace(" 10.244.0.", " 10.244.9."),
                                "fw_to_n1 10.244.0.0/24 VirtualAppliance 10.250.0.4"),
                        "n1 LACKING RoutePrefixTaken, for [], removes [], 0+2"),
                // A swap of which one half cannot be corrected: two routes of one range would be refused as a whole.
                new Row(table(N1.replace(" 10.244.0.", " 10.244.1."), N2.replace(" 10.244.1.", " 10.244.0."))
                        .node("n1", "10.240.0.4", "10.244.0.0/24")
                        .node("n2", "fd00::5", "10.244.1.0/24"),
                        List.of(N1.replace(" 10.244.0.", " 10.244.1."), N2.replace(" 10.244.1.", " 10.244.0.")),
                        "n1 LACKING RoutePrefixTaken, n2 LACKING NoNodeAddress, for [], removes [], 0+2"),
                new Row(two(N1.replace(" 10.244.0.", " 10.244.1."), N2.replace(" 10.244.1.", " 10.244.0."))
                        .withhold("n2", false),
                        List.of(N1.replace(" 10.244.0.", " 10.244.1."), N2.replace(" 10.244.1.", " 10.244.0.")),
                        "n1 LACKING RoutePrefixTaken, n2 LACKING RejectedByAzure, for [], removes [], 0+2"),
                // The route in the way has another one in its way, which stays.
                new Row(two(N1.replace(" 10.244.0.", " 10.244.9."), N2.replace(" 10.244.1.", " 10.244.0."),
                        "fw_to_n2 10.244.1.0/24 VirtualAppliance 10.250.0.4"),
                        List.of(N1.replace(" 10.244.0.", " 10.244.9."), N2.replace(" 10.244.1.", " 10.244.0."),
                                "fw_to_n2 10.244.1.0/24 VirtualAppliance 10.250.0.4"),
                        "n1 LACKING RoutePrefixTaken, n2 LACKING RoutePrefixTaken, for [], removes [], 0+3"),
                // Without a known address the route that is there counts, and another destination does not.
                new Row(table(N1).node("n1", "fd00::4", "10.244.0.0/24"), N1,
                        "n1 CONNECTED, for [], removes [], 1+0"),
                new Row(table(N1.replace(" 10.244.0.", " 10.244.9.")).node("n1", "fd00::4", "10.244.0.0/24"),
                        N1.replace(" 10.244.0.", " 10.244.9."),
                        "n1 LACKING NoNodeAddress, for [], removes [], 0+1"),
                // The same address in another spelling.
                new Row(table("n1____fd001024464 fd00:10:244::/64 VirtualAppliance fd00:0:0::4")
                        .node("n1", "fd00::4", "fd00:10:244::/64"),
                        "n1____fd001024464 fd00:10:244::/64 VirtualAppliance fd00:0:0::4",
                        "n1 CONNECTED, for [], removes [], 1+0"),
                // A stale route on the range of a node is replaced; one elsewhere is removed.
                new Row(one("gone____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.9",
                        "gone____102447024 10.244.7.0/24 VirtualAppliance 10.240.0.9"), N1,
                        "n1 CONNECTED, for [n1], removes [gone____102447024], 1+0"),
                new Row(table("gone____102440024 10.244.0.0/24 VirtualAppliance 10.240.0.9")
                        .node("n1", "fd00::4", "10.244.0.0/24"), List.of(),
                        "n1 LACKING NoNodeAddress, for [], removes [gone____102440024], 0+0"));
    }

    static Stream<Row> legacyNames() {
        String other = OLD_N1.replace("10.240.0.4", "10.240.0.99");
        return Stream.of(
                new Row(one(OLD_N1), N1, "n1 CONNECTED, for [], removes [], 1+0"),
                new Row(one(OLD_N1, OLD_N1.replace("n1", "N1")), N1, "n1 CONNECTED, for [], removes [], 1+0"),
                new Row(one(OLD_N1, N1), N1, "n1 CONNECTED, for [], removes [], 1+0"),
                new Row(one(other), N1, "n1 CONNECTED, for [n1], removes [], 1+0"),
                new Row(table(OLD_N1).node("n1", "fd00::4", "10.244.0.0/24"), OLD_N1,
                        "n1 CONNECTED, for [], removes [], 1+0"),
                // What Azure refused for the node is not written again only to change a name.
                new Row(one(OLD_N1).withhold("n1", false), OLD_N1, "n1 CONNECTED, for [], removes [], 1+0"),
                new Row(one(other).withhold("n1", false), other,
                        "n1 LACKING RejectedByAzure, for [], removes [], 0+1"),
                new Row(one(other).withhold("n1", true), other, "n1 POSTPONED, for [], removes [], 0+1"),
                // The name of a node alone does not make a route managed.
                new Row(one(N1, OLD_N1.replace("10.244.0.0", "192.168.0.0")),
                        List.of(N1, OLD_N1.replace("10.244.0.0", "192.168.0.0")),
                        "n1 CONNECTED, for [], removes [], 1+1"),
                new Row(one(N1, OLD_N1.replace("10.244.0.0", "10.244.7.0")), N1,
                        "n1 CONNECTED, for [], removes [n1], 1+0"),
                // A route of a node that is unknown stays, and counts as removable only if it leads to another address.
                new Row(one(OLD_N1.replace("n1", "old")), OLD_N1.replace("n1", "old"),
                        "n1 CONNECTED, for [], removes [], 0+1"),
                new Row(one(other.replace("n1", "old")), other.replace("n1", "old"),
                        "n1 LACKING RoutePrefixTaken, for [], removes [old], 0+1"),
                new Row(table(other.replace("n1", "old")).node("n1", "fd00::4", "10.244.0.0/24"),
                        other.replace("n1", "old"), "n1 LACKING NoNodeAddress, for [], removes [], 0+1"));
    }

    @ParameterizedTest
    @MethodSource({"nodes", "namedRoutes", "legacyNames"})
    void everyRouteIsKeptCorrectedAddedOrRemovedAndTheNodesAreToldWhy(Row row) {
        RoutePlan plan = row.world().plan();
        Plan writes = plan.plan();
        String nodes = plan.nodes()
                .stream()
                .map(node -> node.node().name() + " " + node.kind()
                        + node.missing()
                                .stream()
                                .map(each -> " " + each.refusal().code())
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(", "));
        List<String> subjects = writes.operations()
                .stream()
                .flatMap(each -> each.subjects().stream())
                .sorted()
                .toList();
        List<String> removed = plan.assessment().planned().stream().map(Removal::name).toList();

        assertThat(nodes + ", for " + subjects + ", removes " + removed + ", " + plan.counts().nodeRoutes() + "+"
                + plan.counts().otherRoutes()).isEqualTo(row.said());
        row.world().apply(writes, 1);
        assertThat(row.world().routes()).containsExactlyInAnyOrderElementsOf(row.routes());
    }

    @Test
    void onlyRoutesOfNodesThatNobodyDeletedCountAsRemoved() {
        World world = table(N1, N2);

        assertThat(world.plan(Set.of("N1"), Set.of()).assessment().planned()).extracting(Removal::name)
                .containsExactly("n2____102441024");
    }

    @Test
    void thePlanCountsTheSubnetsThatItAffectsAndSaysWhetherTheTableIsFull() {
        World world = two(N1);
        world.change(table -> table.withObjectProperty("properties").putArray("subnets").addObject().put("id", "s"));

        assertThat(world.plan().counts()).isEqualTo(new RoutePlan.Counts(2, 0, 400, false, 1));
        IntStream.range(0, 399).forEach(i -> world.route("user" + i + " 172.16.0." + i + "/32 None"));
        assertThat(world.plan().counts()).isEqualTo(new RoutePlan.Counts(1, 399, 400, true, 1));
    }

    private static World table(String... routes) {
        return new World().table(List.of(routes));
    }

    private static World one(String... routes) {
        return table(routes).node("n1", "10.240.0.4", "10.244.0.0/24");
    }

    private static World two(String... routes) {
        return one(routes).node("n2", "10.240.0.5", "10.244.1.0/24");
    }
}
