package io.azureccm.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodeChange.Step;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.spec.NodeFacts.Identity;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NodeMetrics metrics = new NodeMetrics(registry);

    @Test
    void planIsCountedByItsWritesTheirReasonsAndTheNodesItRefuses() {
        NodeWrite labels = new NodeWrite.SetLabels(Map.of("a", "b"));
        metrics.planned(List.of(
                change("one", new Step(labels, Cause.of("NodeJoined")),
                        new Step(new NodeWrite.Initialise(Map.of(), "azure:///x"), Cause.of("NodeJoined"))),
                change("two", new Step(new NodeWrite.Delete(), Cause.of("MachineGone")))));
        metrics.planned(List.of());
        Refusal refusal = new Refusal("NodeIPNotFound", "three", "no machine has this address");
        metrics.refused(List.of("one", "two", "three"), List.of(refusal));
        metrics.refused(List.of("one"), List.of());
        metrics.refused(List.of("three"), List.of(refusal));

        DistributionSummary sizes = registry.get("controller.plan.operations").summary();
        assertThat(sizes.count()).isEqualTo(2);
        assertThat(sizes.totalAmount()).isEqualTo(3);
        assertThat(changes("update", "NodeJoined")).isEqualTo(2);
        assertThat(changes("remove", "MachineGone")).isEqualTo(1);
        assertThat(registry.get("controller.plan.refusals").tag("code", "NodeIPNotFound").counter().count())
                .isEqualTo(1);
    }

    @Test
    void aChangeThatHasToBeTriedAgainIsCountedOnceUntilItIsWritten() {
        NodeChange joined = change("one", new Step(new NodeWrite.SetLabels(Map.of("a", "b")), Cause.of("NodeJoined")));
        metrics.planned(List.of(joined));
        metrics.planned(List.of(joined));
        assertThat(changes("update", "NodeJoined")).isEqualTo(1);

        metrics.written(joined);
        metrics.planned(List.of(joined));
        assertThat(changes("update", "NodeJoined")).isEqualTo(2);
    }

    @Test
    void nothingIsRememberedOfANodeThatHasLeft() {
        NodeChange stopped = change("one", new Step(new NodeWrite.Delete(), Cause.of("MachineGone")));
        metrics.planned(List.of(stopped));
        metrics.left("uid-one");
        metrics.planned(List.of(stopped));

        assertThat(changes("remove", "MachineGone")).isEqualTo(2);
    }

    private double changes(String kind, String reason) {
        return registry.get("controller.plan.changes").tags("kind", kind, "reason", reason).counter().count();
    }

    private static NodeChange change(String node, Step... steps) {
        return new NodeChange(new Identity(node, "uid-" + node, Instant.EPOCH, false), List.of(steps));
    }
}
