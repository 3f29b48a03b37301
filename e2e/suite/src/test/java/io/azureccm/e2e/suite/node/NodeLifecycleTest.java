package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.OUT_OF_SERVICE;
import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static io.azureccm.e2e.suite.node.NodeScenario.SHUTDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess.Flags;
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
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 2))) {
            scenario.unready("pool", 1);
            scenario.arm().machines().power(scenario.instance("pool", 1), "deallocated");
            scenario.start(QUICK);
            scenario.await(() -> scenario.taints("pool000001").size() == 2);
            assertThat(scenario.taints("pool000001")).containsExactly(SHUTDOWN, OUT_OF_SERVICE);

            scenario.arm().machines().power(scenario.instance("pool", 1), "running");
            scenario.awaitStill(Duration.ofMillis(500));
            assertThat(scenario.taints("pool000001")).as("the taints stay until the node is ready").hasSize(2);

            scenario.cluster().setReady("pool000001", "True");
            scenario.await(() -> scenario.taints("pool000001").isEmpty());
        }
    }

    @Test
    void standaloneAndFlexibleMachinesAreFoundStoppedToo() {
        Infrastructure infrastructure = Infrastructure.standard().flexibleScaleSet("flex", 1);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            String single = scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            String flexible = scenario.flexible("flex");
            scenario.cluster().addNode("vm-1", "azure://" + single, List.of("10.240.9.1"), Map.of());
            scenario.cluster().addNode("flex-1", "azure://" + flexible, List.of("10.240.0.4"), Map.of());
            scenario.arm().machines().power(single, "stopped");
            scenario.arm().machines().power(flexible, "deallocated");
            scenario.cluster().setReady("vm-1", "False");
            scenario.cluster().setReady("flex-1", "Unknown");

            scenario.start(QUICK);

            scenario.await(
                    () -> scenario.taints("vm-1").contains(SHUTDOWN) && scenario.taints("flex-1").contains(SHUTDOWN));
        }
    }

    @Test
    void aScaleSetThatIsDeletedTakesItsNodesWithoutAStormOfLists() {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("pool", 5).scaleSet("other", 1);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            for (int i = 0; i < 5; i++)
                scenario.unready("pool", i);
            scenario.cluster()
                    .addNode("other000000", "azure://" + scenario.instance("other", 0), List.of("10.240.0.9"),
                            Map.of());
            for (int i = 0; i < 5; i++)
                scenario.arm().machines().remove(scenario.instance("pool", i));
            scenario.arm().machines().remove(infrastructure.scaleSetId("pool"));

            scenario.start(QUICK);
            scenario.await(() -> IntStream.range(0, 5)
                    .allMatch(i -> scenario.cluster().node("pool00000" + i).isEmpty()));

            assertThat(scenario.cluster().node("other000000")).isPresent();
            assertThat(scenario.azure().calls().reads()).as(scenario.azure()::callLog).isLessThanOrEqualTo(9);
            scenario.await(() -> scenario.cluster().nodeEvents("pool000003").contains("DeletingNode"));
        }
    }

    @Test
    void aMachineMadeAnewUnderTheSameNameIsNotMistakenForTheOldOne() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard())) {
            String machine = scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.cluster().joinNode("vm-1", Map.of(), Map.of());
            scenario.start(QUICK, "vmType", "standard");
            scenario.await(() -> scenario.isInitialised("vm-1"));

            scenario.cluster().removeNode("vm-1");
            scenario.arm().machines().remove(machine);
            scenario.arm().machines().remove(scenario.id("k8s", "Microsoft.Network/networkInterfaces/vm-1-nic"));
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.77", "");
            scenario.cluster().joinNode("vm-1", Map.of(), Map.of());
            scenario.await(() -> scenario.isInitialised("vm-1"));

            assertThat(scenario.addresses("vm-1")).containsExactly("InternalIP=10.240.9.77", "Hostname=vm-1");
        }
    }

    @Test
    void aNodeYoungerThanTheGracePeriodIsNotDeleted() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.cluster()
                    .addNode("pool000007", "azure://" + scenario.instance("pool", 7), List.of("10.240.0.9"),
                            Map.of());
            scenario.cluster().setReady("pool000007", "Unknown");
            scenario.start(QUICK, "nodeInstanceNotFoundGracePeriodInSeconds", "3600");
            scenario.await(() -> scenario.azure().calls().reads() > 0);
            scenario.awaitStill(Duration.ofSeconds(4));

            assertThat(scenario.cluster().node("pool000007")).isPresent();
        }
    }

    @Test
    void theAddressesOfANodeFollowItsMachine() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard())) {
            String machine = scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.cluster().addNode("vm-1", "azure://" + machine, List.of("10.240.9.99"), Map.of());

            scenario.start(Flags.DEFAULT.refreshing(Duration.ofSeconds(2)), "vmType", "standard");

            scenario.await(() -> scenario.addresses("vm-1").contains("InternalIP=10.240.9.1"));
            assertThat(scenario.addresses("vm-1")).containsExactly("InternalIP=10.240.9.1", "Hostname=vm-1");
        }
    }

    @Test
    void labelsAreWrittenWhenANodeIsInitialisedAndNotRefreshed() {
        Map<String, String> byHand = Map.of("node.kubernetes.io/instance-type", "by-hand");
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1, "1"))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.start(QUICK.refreshing(Duration.ofSeconds(1)));
            scenario.await(() -> scenario.isInitialised("pool000000"));
            ObjectNode initialised = scenario.state("pool000000");

            scenario.cluster().labelNode("pool000000", byHand);
            scenario.cluster().moveNode("pool000000", List.of("10.9.9.9"));
            scenario.await(() -> scenario.state("pool000000").path("addresses").equals(initialised.path("addresses")));
            assertThat(scenario.state("pool000000").at("/labels/node.kubernetes.io~1instance-type").asText())
                    .as("addresses are refreshed, labels are not")
                    .isEqualTo("by-hand");

            scenario.cluster().taintNode("pool000000", NodeScenario.UNINITIALISED);
            scenario.await(() -> scenario.isInitialised("pool000000"));
            assertThat(scenario.state("pool000000")).as("initialised again").isEqualTo(initialised);
        }
    }

    @Test
    void aNodeThatIsSimplyNotReadyIsAskedForLessAndLess() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.unready("pool", 0);
            scenario.start(QUICK);
            scenario.awaitStill(Duration.ofSeconds(5));

            assertThat(scenario.cluster().node("pool000000")).isPresent();
            assertThat(scenario.taints("pool000000")).isEmpty();
        }
    }
}
