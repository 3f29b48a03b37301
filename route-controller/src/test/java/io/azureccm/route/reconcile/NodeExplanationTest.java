package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeExplanationTest {
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

    private Explanation.State state() {
        return NodeExplanation.of("n1", cluster.loop.known(), cluster.loop.last(), cluster.loop.clock().instant())
                .state();
    }
}
