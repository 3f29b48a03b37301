package io.azureccm.service.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrainingNodesTest {
    private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

    private static final DrainPolicy POLICY = new DrainPolicy(Map.of(DrainReason.OUT_OF_SERVICE,
            Duration.ZERO, DrainReason.CORDONED, Duration.ofMinutes(5), DrainReason.CLUSTER_AUTOSCALER,
            Duration.ofMinutes(2), DrainReason.EXCLUDED, Duration.ofMinutes(10)));

    private DrainingNodes draining = DrainingNodes.NONE;

    @Test
    void nodeOutOfServiceIsDrainedAsLongAsItIs() {
        NodeFacts node = node(Map.of(DrainReason.OUT_OF_SERVICE, Optional.empty()));

        assertThat(at(0, node)).isEqualTo(Optional.of(new NodeDrain("n", DrainReason.OUT_OF_SERVICE, START,
                Optional.empty())));
        assertThat(at(100_000, node)).isPresent();
        assertThat(draining.nextChange()).isEmpty();
    }

    @Test
    void cordonedNodeIsDrainedWhenItHasBeenCordonedForTheTime() {
        NodeFacts node = node(Map.of(DrainReason.CORDONED, Optional.empty()));

        assertThat(at(0, node)).isEmpty();
        assertThat(draining.nextChange()).contains(START.plusSeconds(300));
        assertThat(at(299, node)).isEmpty();
        assertThat(at(300, node)).isPresent();
        assertThat(draining.nextChange()).isEmpty();
        assertThat(at(301, node(Map.of()))).isEmpty();
        assertThat(at(400, node)).as("cordoned anew").isEmpty();
    }

    @Test
    void nodeThatIsToBeDeletedIsDrainedUntilItsTimeIsOver() {
        NodeFacts node = node(Map.of(DrainReason.CLUSTER_AUTOSCALER, Optional.of(START.minusSeconds(20))));

        assertThat(at(0, node).orElseThrow().until()).contains(START.plusSeconds(100));
        assertThat(draining.nextChange()).contains(START.plusSeconds(100));
        assertThat(at(99, node)).isPresent();
        assertThat(at(100, node)).isEmpty();
        assertThat(draining.nextChange()).isEmpty();
    }

    @Test
    void timeBeginsWithTheFirstSightWhereTheNodeDoesNotTellOrIsAhead() {
        NodeFacts node = node(Map.of(DrainReason.CLUSTER_AUTOSCALER, Optional.of(START.plusSeconds(5_000))));

        assertThat(at(7, node).orElseThrow().since()).isEqualTo(START.plusSeconds(7));
        assertThat(at(50, node).orElseThrow().until()).contains(START.plusSeconds(127));
    }

    @Test
    void nodeWithSeveralReasonsToLeaveLeavesWithTheFirst() {
        NodeFacts node = node(Map.of(DrainReason.EXCLUDED, Optional.empty(), DrainReason.CLUSTER_AUTOSCALER,
                Optional.of(START.minusSeconds(60)), DrainReason.CORDONED, Optional.empty()));

        assertThat(at(0, node).orElseThrow().reason()).isEqualTo(DrainReason.CLUSTER_AUTOSCALER);
        assertThat(at(59, node)).isPresent();
        assertThat(at(60, node)).isEmpty();
        assertThat(at(400, node)).as("cordoned, too").isEmpty();
    }

    @Test
    void nodeOfTheControlPlaneIsNeverDrained() {
        NodeFacts node = new NodeFacts("n", Optional.empty(), List.of(), false, false, true, Map.of(),
                new DrainFacts(Map.of(DrainReason.OUT_OF_SERVICE, Optional.empty()), Optional.empty()));

        assertThat(at(0, node)).isEmpty();
    }

    private Optional<NodeDrain> at(int second, NodeFacts node) {
        draining = draining.at(List.of(node), POLICY, START.plusSeconds(second));
        return Optional.ofNullable(draining.drains().get("n"));
    }

    private static NodeFacts node(Map<DrainReason, Optional<Instant>> reasons) {
        return new NodeFacts("n", Optional.empty(), List.of("10.0.0.1"), reasons.containsKey(DrainReason.EXCLUDED),
                reasons.containsKey(DrainReason.CLUSTER_AUTOSCALER), false, Map.of(),
                new DrainFacts(reasons, Optional.empty()));
    }
}
