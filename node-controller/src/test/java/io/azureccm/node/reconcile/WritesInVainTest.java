package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API server accepts a write, and a webhook undoes it and changes something else: it is repeated after growing pauses. */
class WritesInVainTest {
    private static final String NODE = "pool000000";
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";

    private final VirtualNodes cluster = new VirtualNodes();
    private int stamps;

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void initialisationThatAWebhookUndoesIsNotWrittenAllTheTimeAndOtherNodesDoNotWaitForIt() {
        cluster.pool(2);
        webhook(node -> tainted(node, NodeKeys.UNINITIALISED));
        cluster.join(NODE);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes).hasSizeBetween(10, 60);
        assertThat(cluster.printed()).contains("WriteWithoutEffect");
        assertThat(explained().state()).isEqualTo(Explanation.State.REFUSED);
        assertThat(explained().message()).contains("stays as it was");

        cluster.join("pool000001");
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.isInitialised("pool000001")).isTrue();

        cluster.webhook(UnaryOperator.identity());
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.isInitialised(NODE)).isTrue();
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(explained().state()).isEqualTo(Explanation.State.PROGRAMMED);
    }

    @Test
    void providerIdThatAWebhookDropsIsWrittenAgainAfterGrowingPauses() {
        cluster.pool(1);
        webhook(node -> node.editSpec().withProviderID(null).endSpec());
        cluster.join(NODE);
        cluster.begin().loop.advance(Duration.ofMinutes(10));
        assertThat(cluster.isInitialised(NODE)).isTrue();
        assertThat(cluster.writes).hasSizeBetween(8, 30);
        assertThat(explained().message()).contains("providerID", "stays as it was");

        cluster.webhook(UnaryOperator.identity());
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.providerId(NODE)).endsWith("/pool/virtualMachines/0");
        int before = cluster.writes.size();
        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes).hasSize(before);
        assertThat(explained().state()).isEqualTo(Explanation.State.PROGRAMMED);
    }

    @Test
    void nodeWithoutItsProviderIdIsDeletedWithItsMachine() {
        cluster.pool(1);
        webhook(node -> node.editSpec().withProviderID(null).endSpec());
        cluster.join(NODE);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.arm.remove(POOL + "/virtualMachines/0");
        ready("Unknown");
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.isThere(NODE)).isFalse();
        assertThat(cluster.printed()).contains("1 WRITTEN").doesNotContain("GONE");
    }

    @Test
    void taintThatAWebhookAddsAgainDoesNotDelayAnotherWrite() {
        cluster.pool(1);
        cluster.unready(NODE, POOL + "/virtualMachines/0");
        ready("True");
        cluster.begin().loop.advance(Duration.ofSeconds(1));
        webhook(node -> tainted(node, NodeKeys.SHUTDOWN));
        cluster.change(NODE, node -> tainted(node, NodeKeys.SHUTDOWN));
        cluster.loop.advance(Duration.ofMinutes(10));
        assertThat(cluster.writes).hasSizeBetween(8, 30);

        cluster.webhook(UnaryOperator.identity());
        cluster.change(NODE, node -> node.editSpec()
                .addNewTaint("NoExecute", NodeKeys.OUT_OF_SERVICE, null, null)
                .endSpec());
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.taints(NODE)).isEmpty();

        int before = cluster.writes.size();
        cluster.change(NODE, node -> tainted(node, NodeKeys.SHUTDOWN));
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.taints(NODE)).as("a write with effect is no attempt").isEmpty();
        assertThat(cluster.writes).hasSize(before + 1);
    }

    /** It changes a label with each write, and ends, so that a test with writes without pauses ends, too. */
    private void webhook(UnaryOperator<NodeBuilder> change) {
        cluster.webhook(node -> node.buildMetadata().getName().equals(NODE) && cluster.writes.size() < 1000
                ? change.apply(node.editMetadata().addToLabels("stamp", "" + ++stamps).endMetadata())
                : node);
    }

    private static NodeBuilder tainted(NodeBuilder node, String key) {
        return node.editSpec().addNewTaint("NoSchedule", key, null, null).endSpec();
    }

    private void ready(String status) {
        cluster.change(NODE, node -> node.editStatus()
                .editFirstCondition()
                .withStatus(status)
                .endCondition()
                .endStatus());
    }

    private Explanation explained() {
        return NodeExplanation.of(NODE, cluster.loop.known(), Optional.empty(), cluster.loop.clock().instant());
    }
}
