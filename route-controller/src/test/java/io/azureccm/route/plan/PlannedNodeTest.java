package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.route.plan.PlannedNode.Kind;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a plan says about each node, and what earlier answers of Azure keep out of it. */
class PlannedNodeTest {
    private static final String RANGE = "10.244.0.0/24";
    private static final String NAME = RouteName.of("n1", RANGE).text();
    private static final String RIGHT = NAME + " " + RANGE + " VirtualAppliance 10.240.0.4";
    private static final String LEGACY = "n1 " + RANGE + " VirtualAppliance 10.240.0.4";

    private record Row(Kind kind, World world) {}

    static Stream<Row> kinds() {
        return Stream.of(new Row(Kind.CONNECTED, world().node("n1", "10.240.0.4", RANGE)),
                new Row(Kind.LACKING,
                        world("fw " + RANGE + " VirtualAppliance 10.250.0.4").node("n1", "10.240.0.4", RANGE)),
                new Row(Kind.TOO_NEW, world().node("n1", "", RANGE)),
                // The kubelet writes the address of its flag before the node is initialised.
                new Row(Kind.TOO_NEW, world().nodeWithoutProvider("n1", "10.240.0.4", RANGE, "fd00:10:244::/64")),
                new Row(Kind.SILENT, world().node("n1", "10.240.0.4")),
                new Row(Kind.STRAY, world(RIGHT).node("n1", "10.240.0.4")),
                new Row(Kind.SILENT, world(RIGHT).node("n1", List.of("10.240.0.4"), Care.UNMANAGED)),
                new Row(Kind.CONNECTED, world().node("n1", List.of("10.240.0.4"), Care.UNMANAGED, RANGE)),
                new Row(Kind.SILENT, world().node("n1", List.of("10.240.0.4"), Care.LEFT_OUT, RANGE)),
                new Row(Kind.ELSEWHERE, world().nodeElsewhere("n1", "aws:///i-1", "172.31.0.8", RANGE)),
                new Row(Kind.SILENT, world(RIGHT).nodeElsewhere("n1", "aws:///i-1", "172.31.0.8", RANGE)),
                new Row(Kind.POSTPONED, world().withhold("n1", true).node("n1", "10.240.0.4", RANGE)),
                new Row(Kind.LACKING, world().withhold("n1", false).node("n1", "10.240.0.4", RANGE)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theKindOfANodeFollowsFromItsCareItsRangesAndItsRoutes(Row row) {
        assertThat(row.world().node("n1").kind()).isEqualTo(row.kind());
    }

    @Test
    void aRoutedRangeOutsideTheClusterIsNamedOnlyForNodesOfThisController() {
        assertThat(world().node("n1", "10.240.0.4", "192.168.0.0/24", RANGE).node("n1").outside())
                .containsExactly("192.168.0.0/24");
        assertThat(world().node("n1", List.of("10.240.0.4"), Care.UNMANAGED, "192.168.0.0/24").node("n1").outside())
                .isEmpty();
        assertThat(world().node("n1", "fd00::4", "192.168.0.0/24").node("n1").outside()).isEmpty();
    }

    @Test
    void aRouteThatIsKeptOutIsReportedIfThatLastsAndNothingIsWritten() {
        World world = world().withhold("n1", false).node("n1", "10.240.0.4", RANGE);

        assertThat(world.plan().plan().isEmpty()).isTrue();
        assertThat(world.plan().plan().refusals()).extracting(Refusal::code, Refusal::message)
                .containsExactly(tuple(RouteReason.REJECTED.word(),
                        world.node("n1").missing().getFirst().refusal().message()));
        assertThat(world.node("n1").written()).isEmpty();
    }

    @Test
    void aNextHopThatIsKeptOutStaysAndALegacyRouteThatIsRightIsNotRenamedThen() {
        World moved = world(NAME + " " + RANGE + " VirtualAppliance 10.240.0.99").withhold("n1", true)
                .node("n1", "10.240.0.4", RANGE);
        World legacy = world(LEGACY).withhold("n1", false).node("n1", "10.240.0.4", RANGE);

        assertThat(moved.plan().plan().isEmpty()).isTrue();
        assertThat(moved.node("n1").kind()).isEqualTo(Kind.POSTPONED);
        assertThat(legacy.plan().plan().isEmpty()).isTrue();
        assertThat(legacy.node("n1").kind()).isEqualTo(Kind.CONNECTED);
    }

    @Test
    void aLegacyRouteToAnotherNextHopIsRenamedAndCorrectedAndTheNodeWaitsForTheWrite() {
        World world = world("n1 " + RANGE + " VirtualAppliance 10.240.0.99").node("n1", "10.240.0.4", RANGE);

        assertThat(world.node("n1").written()).containsExactly(RANGE);
        world.converge();
        assertThat(world.routes()).containsExactly(RIGHT);
        assertThat(world(LEGACY).node("n1", "10.240.0.4", RANGE).node("n1").written()).isEmpty();
    }

    @Test
    void aLegacyRouteNextToTheRightOneGoes() {
        World world = world(RIGHT, "n1 10.244.0.0/25 VirtualAppliance 10.240.0.4").node("n1", "10.240.0.4", RANGE);
        World twice = world(LEGACY, LEGACY.replace("n1 ", "N1 ")).node("n1", "10.240.0.4", RANGE);

        twice.converge();

        assertThat(world.node("n1").kind()).isEqualTo(Kind.CONNECTED);
        assertThat(twice.routes()).containsExactly(RIGHT);
    }

    @Test
    void theMachineIsAskedOnlyWhereTheNodeHasOneAndItsAddressIsNotKnown() {
        World unknown = world().node("n1", "10.240.0.4", "fd00:10:244::/64").range("fd00:10:244::/48");

        assertThat(unknown.plan().lookups().machines()).containsExactly("n1");
        assertThat(unknown.machine("n1", "").plan().lookups().machines()).isEmpty();
        assertThat(world().node("n1", "10.240.0.4", RANGE).plan().lookups().machines()).isEmpty();
    }

    @Test
    void tagsThatDoNotFitAreNamedAndTagsThatAreKeptOutAreNotWritten() {
        World full = fullOfTags(world());
        World settled = fullOfTags(world(RIGHT));
        World withheld = world(RIGHT).with("tags", "team=net")
                .withhold(Constraints.TAGS, false)
                .node("n1", "10.240.0.4", RANGE);

        assertThat(codes(full)).containsExactly("TagsLeftOut");
        assertThat(codes(settled)).containsExactly("TagsLeftOut");
        assertThat(codes(settled.with("routeTableResourceGroup", "network"))).isEmpty();
        assertThat(withheld.plan().plan().isEmpty()).isTrue();
        assertThat(codes(withheld)).containsExactly(RouteReason.REJECTED.word());
        assertThat(PlanText.of("nodes").render(withheld.plan().plan())).contains("the tags of the cloud config: no");
        assertThat(codes(world(RIGHT).with("tags", "team=net")
                .withhold(Constraints.TAGS, true)
                .node("n1", "10.240.0.4", RANGE))).isEmpty();
        assertThat(codes(world(RIGHT).with("tags", "team=net").node("n1", "10.240.0.4", RANGE))).isEmpty();
    }

    @Test
    void tagsOfATableOfAnotherResourceGroupStay() {
        World world = world(RIGHT).with("tags", "team=net").node("n1", "10.240.0.4", RANGE);

        assertThat(world.plan().plan().operations()).hasSize(1);
        assertThat(world.with("routeTableResourceGroup", "network").plan().plan().isEmpty()).isTrue();
    }

    private static World fullOfTags(World world) {
        world.change(table -> IntStream.range(0, 50)
                .forEach(i -> table.withObjectProperty("tags").put("own" + i, "x")));
        return world.with("tags", "team=net").node("n1", "10.240.0.4", RANGE);
    }

    private static Set<String> codes(World world) {
        return world.plan().plan().refusals().stream().map(Refusal::code).collect(Collectors.toSet());
    }

    private static World world(String... routes) {
        return new World().table(List.of(routes));
    }
}
