package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScene.OUT_OF_SERVICE;
import static io.azureccm.e2e.suite.node.NodeScene.QUICK;
import static io.azureccm.e2e.suite.node.NodeScene.SHUTDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.suite.harness.NodeControllerInProcess.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of nodes whose machines stop, come back, go, or are made anew. */
class NodeLifecycleTest {
    @TempDir
    Path folder;

    @Test
    void aStoppedMachineTaintsItsNodeAndAReadyNodeLosesTheTaints() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 2))) {
            scene.unready("pool", 1);
            scene.arm().machines().power(scene.instance("pool", 1), "deallocated");
            scene.start(QUICK);
            scene.await(() -> scene.taints("pool000001").size() == 2);
            assertThat(scene.taints("pool000001")).containsExactly(SHUTDOWN, OUT_OF_SERVICE);

            scene.arm().machines().power(scene.instance("pool", 1), "running");
            scene.awaitStill(Duration.ofMillis(500));
            assertThat(scene.taints("pool000001")).as("the taints stay until the node is ready").hasSize(2);

            scene.cluster().setReady("pool000001", "True");
            scene.await(() -> scene.taints("pool000001").isEmpty());
        }
    }

    @Test
    void standaloneAndFlexibleMachinesAreFoundStoppedToo() {
        Estate estate = Estate.standard().flexibleScaleSet("flex", 1);
        try (NodeScene scene = new NodeScene(folder, estate)) {
            String single = scene.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            String flexible = scene.flexible("flex");
            scene.cluster().addNode("vm-1", "azure://" + single, List.of("10.240.9.1"), Map.of());
            scene.cluster().addNode("flex-1", "azure://" + flexible, List.of("10.240.0.4"), Map.of());
            scene.arm().machines().power(single, "stopped");
            scene.arm().machines().power(flexible, "deallocated");
            scene.cluster().setReady("vm-1", "False");
            scene.cluster().setReady("flex-1", "Unknown");

            scene.start(QUICK);

            scene.await(() -> scene.taints("vm-1").contains(SHUTDOWN) && scene.taints("flex-1").contains(SHUTDOWN));
        }
    }

    @Test
    void aScaleSetThatIsDeletedTakesItsNodesWithoutAStormOfLists() {
        Estate estate = Estate.standard().scaleSet("pool", 5).scaleSet("other", 1);
        try (NodeScene scene = new NodeScene(folder, estate)) {
            for (int i = 0; i < 5; i++)
                scene.unready("pool", i);
            scene.cluster()
                    .addNode("other000000", "azure://" + scene.instance("other", 0), List.of("10.240.0.9"),
                            Map.of());
            for (int i = 0; i < 5; i++)
                scene.arm().machines().remove(scene.instance("pool", i));
            scene.arm().machines().remove(estate.scaleSetId("pool"));

            scene.start(QUICK);
            scene.await(() -> IntStream.range(0, 5)
                    .allMatch(i -> scene.cluster().node("pool00000" + i).isEmpty()));

            assertThat(scene.cluster().node("other000000")).isPresent();
            assertThat(scene.azure().calls().reads()).as(scene.azure()::callLog).isLessThanOrEqualTo(9);
            scene.await(() -> scene.cluster().nodeEvents("pool000003").contains("DeletingNode"));
        }
    }

    @Test
    void aMachineMadeAnewUnderTheSameNameIsNotMistakenForTheOldOne() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard())) {
            String machine = scene.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scene.cluster().joinNode("vm-1", Map.of(), Map.of());
            scene.start(QUICK, "vmType", "standard");
            scene.await(() -> scene.isInitialised("vm-1"));

            scene.cluster().removeNode("vm-1");
            scene.arm().machines().remove(machine);
            scene.arm().machines().remove(scene.id("k8s", "Microsoft.Network/networkInterfaces/vm-1-nic"));
            scene.single("k8s", "vm-1", "vm-1", "10.240.9.77", "");
            scene.cluster().joinNode("vm-1", Map.of(), Map.of());
            scene.await(() -> scene.isInitialised("vm-1"));

            assertThat(scene.addresses("vm-1")).containsExactly("InternalIP=10.240.9.77", "Hostname=vm-1");
        }
    }

    @Test
    void aNodeYoungerThanTheGracePeriodIsNotDeleted() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.cluster()
                    .addNode("pool000007", "azure://" + scene.instance("pool", 7), List.of("10.240.0.9"),
                            Map.of());
            scene.cluster().setReady("pool000007", "Unknown");
            scene.start(QUICK, "nodeInstanceNotFoundGracePeriodInSeconds", "3600");
            scene.await(() -> scene.azure().calls().reads() > 0);
            scene.awaitStill(Duration.ofSeconds(4));

            assertThat(scene.cluster().node("pool000007")).isPresent();
        }
    }

    @Test
    void theAddressesOfANodeFollowItsMachine() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard())) {
            String machine = scene.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scene.cluster().addNode("vm-1", "azure://" + machine, List.of("10.240.9.99"), Map.of());

            scene.start(Flags.DEFAULT.refreshing(Duration.ofSeconds(2)), "vmType", "standard");

            scene.await(() -> scene.addresses("vm-1").contains("InternalIP=10.240.9.1"));
            assertThat(scene.addresses("vm-1")).containsExactly("InternalIP=10.240.9.1", "Hostname=vm-1");
        }
    }

    @Test
    void aNodeThatIsSimplyNotReadyIsAskedForLessAndLess() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.unready("pool", 0);
            scene.start(QUICK);
            scene.awaitStill(Duration.ofSeconds(5));

            assertThat(scene.cluster().node("pool000000")).isPresent();
            assertThat(scene.taints("pool000000")).isEmpty();
        }
    }
}
