package io.azureccm.e2e.suite.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.launch.AgentLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.suite.harness.NodeControllerInProcess.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** The agent of a machine comes to the same as the controller of the cluster, from the metadata of its machine alone. */
class NodeAgentTest {
    @TempDir
    Path folder;

    private static Launch.Running start(NodeScene scene, String node, String address, String... more)
            throws ClassNotFoundException {
        List<String> args = new ArrayList<>(List.of("--spring.profiles.active=agent",
                "--kubeconfig=" + scene.launch().kubeconfig(), "--node-name=" + node,
                "--azureccm.agent.metadata-address=" + address));
        args.addAll(List.of(more));
        Class<?> app = Class.forName("io.azureccm.node.NodeAgentApplication");
        return (Launch.Running) AgentLauncher.launch(App.NODE, app, args);
    }

    private static String metadata(NodeScene scene, String node) {
        return scene.arm().httpUrl() + "/machines/" + node;
    }

    @Test
    void theAgentComesToTheSameAsTheController() throws Exception {
        Estate estate = Estate.standard().dualStack().scaleSet("pool", 2, "1", "2");
        try (NodeScene scene = new NodeScene(folder, estate)) {
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            try (ConfigurableApplicationContext agent = start(scene, "POOL000001", metadata(scene, "pool000001"))
                    .context()) {
                assertThat(agent.isActive()).isTrue();
                scene.await(() -> scene.isInitialised("pool000001"));
            }
            ObjectNode byAgent = scene.state("pool000001");
            assertThat(scene.azure().calls().reads()).as("ARM is not asked").isZero();

            scene.cluster().removeNode("pool000001");
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            scene.start(Flags.DEFAULT);
            scene.await(() -> scene.isInitialised("pool000001"));
            assertThat(byAgent).isEqualTo(scene.state("pool000001"));
        }
    }

    @Test
    void otherNodesAreNoneOfItsBusiness() throws Exception {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 2))) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            try (ConfigurableApplicationContext agent = start(scene, "pool000001", metadata(scene, "pool000001"),
                    "--wait-routes").context()) {
                assertThat(agent.isActive()).isTrue();
                scene.await(() -> scene.isInitialised("pool000001"));
            }
            assertThat(scene.isInitialised("pool000000")).isFalse();
            assertThat(scene.state("pool000001").path("conditions").toString())
                    .contains("NetworkUnavailable=True:NodeInitialization");
        }
    }

    @Test
    void aMetadataServiceThatIsAwayOnlyDelays() throws Exception {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            // The service does not know the machine yet.
            String address = metadata(scene, "late-1");
            try (ConfigurableApplicationContext agent = start(scene, "pool000000", address).context()) {
                assertThat(agent.isActive()).isTrue();
                scene.awaitStill(Duration.ofSeconds(3));
                assertThat(scene.isInitialised("pool000000")).isFalse();
                assertThat(scene.state("pool000000").path("providerID").asText()).isEmpty();

                scene.single("k8s", "late-1", "late-1", "10.240.9.9", "");
                scene.await(() -> scene.isInitialised("pool000000"));
                assertThat(scene.state("pool000000").path("providerID").asText()).endsWith("/virtualMachines/late-1");
            }
        }
    }
}
