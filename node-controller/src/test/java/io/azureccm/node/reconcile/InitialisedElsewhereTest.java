package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code --controllers=*,-cloud-node} others initialise nodes; a node that nobody initialises is told so. */
class InitialisedElsewhereTest {
    private static final String DISABLED = InitialisationReason.INITIALISATION_DISABLED.word();

    private final VirtualNodes cluster = new VirtualNodes();

    @BeforeEach
    void leaveInitialisationToOthers() {
        cluster.parts = new NodeSettings.Parts(false, true);
        cluster.pool(3);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static NodeBuilder initialised(NodeBuilder node) {
        return node.editSpec()
                .removeMatchingFromTaints(taint -> taint.getKey().equals(NodeKeys.UNINITIALISED))
                .withProviderID("rke2://1")
                .endSpec();
    }

    private long heard(String reason) {
        cluster.heard.advance(Duration.ZERO);
        return cluster.heard.all().stream().filter(each -> each.startsWith(reason)).count();
    }

    @Test
    void nodesThatOthersInitialiseInTimeAreNotWritten() {
        cluster.join("pool000000");
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        cluster.change("pool000000", InitialisedElsewhereTest::initialised);
        cluster.loop.advance(Duration.ofHours(1));

        assertThat(cluster.writes).isEmpty();
        assertThat(heard(DISABLED)).isZero();
    }

    @Test
    void nodeThatNobodyInitialisesIsToldOnceAndTakenBackWhenSomebodyDoes() {
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.writes).isEmpty();
        cluster.loop.advance(Duration.ofMinutes(56));

        assertThat(cluster.writes).containsExactly("pool000000 SetCondition", "pool000001 SetCondition");
        assertThat(cluster.condition("pool000000")).startsWith("False (" + DISABLED + "): ")
                .contains("--controllers leaves out cloud-node");
        assertThat(heard(DISABLED)).isEqualTo(2);
        assertThat(cluster.arm.asked).as("Azure has nothing to do with it").isEmpty();

        cluster.change("pool000000", InitialisedElsewhereTest::initialised);
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(cluster.condition("pool000000")).isEqualTo("True (Initialized): ");
        assertThat(cluster.condition("pool000001")).startsWith("False");
        assertThat(cluster.writes).hasSize(3);
    }

    @Test
    void whatAnAgentSaysAboutItsNodeStays() {
        cluster.join("pool000000", node -> node.editStatus()
                .addNewCondition()
                .withType("azureccm.io/Initialized")
                .withStatus("False")
                .withReason("MachineUnknown")
                .endCondition()
                .endStatus());
        cluster.begin().loop.advance(Duration.ofHours(1));

        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.condition("pool000000")).startsWith("False (MachineUnknown)");
    }

    @Test
    void unmanagedNodesAndThoseOfOtherCloudsAreTheirOwnersBusiness() {
        cluster.join("edge-1", node -> node.editMetadata().addToLabels(NodeKeys.MANAGED, "false").endMetadata());
        cluster.join("edge-2", node -> node.editSpec().withProviderID("vsphere://1").endSpec());
        cluster.begin().loop.advance(Duration.ofHours(1));

        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.heard.all()).isEmpty();
        assertThat(NodeExplanation.of("edge-2", cluster.loop.known(), Optional.empty(), cluster.loop.clock().instant()))
                .satisfies(told -> {
                    assertThat(told.state()).isEqualTo(Explanation.State.IGNORED);
                    assertThat(told.message()).contains("vsphere://1", "left to the controllers of its own cloud");
                });
    }

    @Test
    void conditionOfANodeIsTakenBackWhenAnotherCloudHasInitialisedIt() {
        cluster.parts = new NodeSettings.Parts(true, true);
        cluster.join("edge-1");
        cluster.begin().loop.advance(Duration.ofMinutes(5));
        assertThat(cluster.condition("edge-1")).startsWith("False (MachineNotFound)");
        cluster.change("edge-1", InitialisedElsewhereTest::initialised);
        cluster.loop.advance(Duration.ofHours(1));

        assertThat(cluster.condition("edge-1")).isEqualTo("True (Initialized): ");
        assertThat(cluster.writes).containsExactly("edge-1 SetCondition", "edge-1 SetCondition");
    }

    @Test
    void machineThatIsGoneTakesItsNodeWithItAllTheSame() {
        cluster.join("pool000007",
                node -> node.editStatus().editFirstCondition().withStatus("Unknown").endCondition().endStatus());
        cluster.begin().loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.writes).containsExactly("pool000007 " + NodeWrite.Delete.class.getSimpleName());
    }
}
