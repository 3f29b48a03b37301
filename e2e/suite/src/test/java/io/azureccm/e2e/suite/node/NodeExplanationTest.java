package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The explanation of a node says what keeps it from being initialised, and what was found of its machine. */
class NodeExplanationTest {
    @TempDir
    Path folder;

    @Test
    void initialisedNodeShowsItsMachineAndOneWithoutMachineSaysWhereItWasLookedFor() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.cluster().joinNode("stranger", Map.of(), Map.of());
            NodeControllerInProcess controller = scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000000"));
            scenario.await(() -> controller.explain("stranger").contains("refused"));
            scenario.await(() -> controller.explain("pool000000").contains("programmed"));

            assertThat(controller.explain("pool000000")).startsWith("Node pool000000: programmed, initialised\n")
                    .contains("azure:///subscriptions/", "InternalIP");
            assertThat(controller.explain("stranger"))
                    .startsWith("Node stranger: refused, found no machine with this name in ")
                    .contains("MachineNotFound", "providerID", "none",
                            "node.cloudprovider.kubernetes.io/uninitialized");
            assertThat(controller.explain("none")).startsWith("Node none: ignored, there is no such node");
        }
    }
}
