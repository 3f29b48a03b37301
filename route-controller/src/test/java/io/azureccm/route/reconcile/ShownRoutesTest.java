package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is shown of nodes and the table: a node's state; a diagram in which nodes lead to their ranges, and pending changes have their kind. */
class ShownRoutesTest {
    private final VirtualCluster cluster = new VirtualCluster();

    /** The table is read again only every two minutes. */
    @Test
    void nodeWithItsRouteStaysProgrammedWhileTheTableIsNotRead() {
        cluster.join(1);
        cluster.begin().loop.settle();

        for (int second = 0; second < 300; second += 10) {
            assertThat(state()).as(second + " s").isEqualTo(Explanation.State.PROGRAMMED);
            cluster.loop.advance(Duration.ofSeconds(10));
        }
    }

    @Test
    void nodeWithoutItsRouteWaitsForTheWrite() {
        cluster.join(1);
        cluster.begin().loop.turn();

        assertThat(state()).isEqualTo(Explanation.State.PENDING);
    }

    @Test
    void nodesLeadToTheirRangesAndWhatIsPlannedIsMarked() {
        cluster.withTable();
        cluster.join(1);
        cluster.join(2);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        Picture rest = RoutePicture.of(cluster.loop.known(), cluster.loop.last()).orElseThrow();
        List<Box> nodes = rest.columns().getFirst().boxes();
        List<Box> routes = rest.columns().get(1).boxes();
        assertThat(nodes).extracting(Box::label).containsExactlyInAnyOrder("n1", "n2");
        assertThat(routes).extracting(Box::label).containsExactlyInAnyOrder("10.244.1.0/24", "10.244.2.0/24");
        assertThat(routes).allSatisfy(route -> assertThat(route.change()).isEmpty());
        assertThat(nodes.stream().flatMap(node -> node.to().stream()))
                .containsExactlyInAnyOrderElementsOf(routes.stream().map(Box::name).toList());

        cluster.join(3);
        cluster.loop.settle();
        Picture planned = RoutePicture.of(cluster.loop.known(), cluster.loop.last()).orElseThrow();
        assertThat(planned.columns().get(1).boxes()).anySatisfy(route -> {
            assertThat(route.label()).isEqualTo("10.244.3.0/24");
            assertThat(route.change()).contains(Change.Kind.ADD);
        });
    }

    private Explanation.State state() {
        return NodeExplanation.of("n1", cluster.loop.known(), cluster.loop.last(), cluster.loop.clock().instant())
                .state();
    }
}
