package io.azureccm.e2e.suite.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.launch.AgentLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.playground.cloud.UnusedPort;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess.Flags;
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

    private static Launch.Running start(NodeScenario scenario, String node, String address, String... more)
            throws ClassNotFoundException {
        List<String> args = new ArrayList<>(List.of("--spring.profiles.active=agent",
                "--kubeconfig=" + scenario.launch().kubeconfig(), "--node-name=" + node,
                "--azureccm.agent.metadata-address=" + address));
        args.addAll(List.of(more));
        Class<?> app = Class.forName("io.azureccm.node.NodeAgentApplication");
        return (Launch.Running) AgentLauncher.launch(App.NODE, app, args);
    }

    private static String metadata(NodeScenario scenario, String node) {
        return scenario.arm().httpUrl() + "/machines/" + node;
    }

    @Test
    void theAgentComesToTheSameAsTheController() throws Exception {
        Infrastructure infrastructure = Infrastructure.standard().dualStack().scaleSet("pool", 2, "1", "2");
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, infrastructure)) {
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            try (ConfigurableApplicationContext agent = start(scenario, "POOL000001", metadata(scenario, "pool000001"))
                    .context()) {
                assertThat(agent.isActive()).isTrue();
                scenario.await(() -> scenario.isInitialised("pool000001"));
            }
            ObjectNode byAgent = scenario.state("pool000001");
            assertThat(scenario.azure().calls().reads()).as("ARM is not asked").isZero();

            scenario.cluster().removeNode("pool000001");
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            scenario.start(Flags.DEFAULT);
            scenario.await(() -> scenario.isInitialised("pool000001"));
            JsonNode physicalZone = ((ObjectNode) byAgent.path("labels"))
                    .remove("topology.kubernetes.azure.com/physical-zone");
            assertThat(physicalZone).as("known to the machine only").hasToString("\"eastus-AZ02\"");
            assertThat(byAgent).isEqualTo(scenario.state("pool000001"));
        }
    }

    @Test
    void otherNodesAreNoneOfItsBusiness() throws Exception {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 2))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            try (ConfigurableApplicationContext agent = start(scenario, "pool000001", metadata(scenario, "pool000001"),
                    "--wait-routes").context()) {
                assertThat(agent.isActive()).isTrue();
                scenario.await(() -> scenario.isInitialised("pool000001"));
            }
            assertThat(scenario.isInitialised("pool000000")).isFalse();
            assertThat(scenario.state("pool000001").path("conditions").toString())
                    .contains("NetworkUnavailable=True:NodeInitialization");
        }
    }

    @Test
    void aMetadataServiceThatIsAwayOnlyDelays() throws Exception {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            // The service does not know the machine yet.
            String address = metadata(scenario, "late-1");
            try (ConfigurableApplicationContext agent = start(scenario, "pool000000", address).context()) {
                assertThat(agent.isActive()).isTrue();
                scenario.awaitStill(Duration.ofSeconds(3));
                assertThat(scenario.isInitialised("pool000000")).isFalse();
                assertThat(scenario.state("pool000000").path("providerID").asText()).isEmpty();

                scenario.single("k8s", "late-1", "late-1", "10.240.9.9", "");
                scenario.await(() -> scenario.isInitialised("pool000000"));
                assertThat(scenario.state("pool000000").path("providerID").asText())
                        .endsWith("/virtualMachines/late-1");
            }
        }
    }

    @Test
    void theProbeProxyTakesProbesWhereItIsAskedForAndNoPortIsOpenOtherwise() throws Exception {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 1));
                KubeProxyHealth kubeProxy = new KubeProxyHealth()) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            String address = metadata(scenario, "pool000000");
            int port = UnusedPort.find();
            String[] ports = {"--health-check-port=" + port, "--target-port", "" + kubeProxy.port()};
            try (ConfigurableApplicationContext agent = start(scenario, "pool000000", address, ports).context()) {
                assertThat(agent.isActive()).isTrue();
                scenario.await(() -> scenario.isInitialised("pool000000"));
                assertThat(KubeProxyHealth.probe(port, "")).isEqualTo("refused");
            }
            try (ConfigurableApplicationContext agent = start(scenario, "pool000000", address, ports[0], ports[1],
                    ports[2], "--azureccm.probe-proxy.enabled=true").context()) {
                assertThat(agent.isActive()).isTrue();
                scenario.await(() -> !KubeProxyHealth.probe(port, "").equals("refused"));
                String header = "PROXY TCP4 10.1.2.3 10.0.0.4 40000 10356\r\n";
                assertThat(KubeProxyHealth.probe(port, header)).isEqualTo("HTTP/1.1 200 OK");
                kubeProxy.say(503);
                assertThat(KubeProxyHealth.probe(port, header)).isEqualTo("HTTP/1.1 503 Service Unavailable");
                assertThat(KubeProxyHealth.probe(port, "")).isEqualTo("HTTP/1.1 503 Service Unavailable");
            }
            assertThat(KubeProxyHealth.probe(port, "")).isEqualTo("refused");
        }
    }

    @Test
    void aNewAgentBesideTheOldOneTakesItsProbesOver() throws Exception {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 1));
                KubeProxyHealth kubeProxy = new KubeProxyHealth()) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            int port = UnusedPort.find();
            String[] proxy = {"--azureccm.probe-proxy.enabled=true", "--health-check-port=" + port,
                    "--target-port=" + kubeProxy.port()};
            ConfigurableApplicationContext old = start(scenario, "pool000000", metadata(scenario, "pool000000"), proxy)
                    .context();
            scenario.await(() -> KubeProxyHealth.probe(port, "").equals("HTTP/1.1 200 OK"));
            try (ConfigurableApplicationContext agent = start(scenario, "pool000000",
                    metadata(scenario, "pool000000"), proxy).context()) {
                assertThat(KubeProxyHealth.probe(port, "")).isEqualTo("HTTP/1.1 200 OK");
                old.close();
                scenario.await(() -> KubeProxyHealth.probe(port, "").equals("HTTP/1.1 200 OK"));
                assertThat(agent.isActive()).isTrue();
                scenario.await(() -> scenario.isInitialised("pool000000"));
            } finally {
                old.close();
            }
        }
    }

    @Test
    void aPortThatSomebodyHasKeepsNoNodeFromBeingInitialised() throws Exception {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 1));
                KubeProxyHealth other = new KubeProxyHealth()) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            try (ConfigurableApplicationContext agent = start(scenario, "pool000000", metadata(scenario, "pool000000"),
                    "--azureccm.probe-proxy.enabled=true", "--azureccm.probe-proxy.port=" + other.port()).context()) {
                scenario.await(() -> scenario.isInitialised("pool000000"));
                assertThat(agent.isActive()).isTrue();
            }
        }
    }
}
