package io.azureccm.e2e.suite.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.LaunchedController;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.node.NodeControllerApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flags and the rights of a deployed node controller come to, with leader election as in the chart. */
class NodeChartRightsTest {
    private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";

    @TempDir
    Path folder;

    private final Infrastructure infrastructure = Infrastructure.standard().scaleSet("vmss-a", 2, "1");
    private ClusterSimulator kubernetes;
    private SimulatedAzure azure;
    private Cluster cluster;
    private LaunchedController controller;

    @BeforeEach
    void start() throws IOException {
        kubernetes = ClusterSimulator.start();
        azure = new SimulatedAzure(AzureSimulator.builder().infrastructure(infrastructure).start(), folder);
        cluster = new Cluster(kubernetes.writeKubeconfig(folder.resolve("admin")));
        controller = new LaunchedController(App.NODE, NodeControllerApplication.class,
                new SteadyState(Duration.ofMillis(500)),
                () -> new SteadyState.Observation(settled(), azure.fingerprint()));
    }

    @AfterEach
    void stop() {
        controller.close();
        cluster.close();
        azure.close();
        kubernetes.close();
    }

    private boolean settled() {
        return cluster.node("vmss-a000000")
                .filter(node -> !node.toString().contains(TAINT) && node.at("/spec/podCIDRs/0").isTextual())
                .isPresent()
                && cluster.node("vmss-a000001").isEmpty();
    }

    @Test
    void theChartGivesEnoughRightsForANodeFromBirthToDeath() throws IOException {
        Path restricted = Files.writeString(folder.resolve("restricted"),
                ChartRights.grant(kubernetes, "node-controller"));
        cluster.joinNode("vmss-a000000", Map.of(), Map.of());
        String second = infrastructure.scaleSetId("vmss-a") + "/virtualMachines/1";
        cluster.addNode("vmss-a000001", "azure://" + second, List.of("10.240.0.5"), Map.of());
        azure.simulator().machines().remove(second);
        cluster.setReady("vmss-a000001", "Unknown");

        controller.start(new Launch(cloudConfig(), restricted,
                List.of("--secure-port=0", "--leader-elect-resource-name=" + App.NODE.leaseName(), "--wait-routes",
                        "--node-monitor-period=1s", "--allocate-node-cidrs", "--cluster-cidr=10.244.0.0/16"),
                azure.environment()));
        controller.awaitQuiet(SteadyState.BOUND);
        // Events come after what they tell of, and on another thread.
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND, () -> new SteadyState.Observation(
                reasons().containsAll(List.of("Synced", "DeletingNode")), reasons().toString()));

        JsonNode node = cluster.node("vmss-a000000").orElseThrow();
        assertThat(node.at("/status/conditions/0/reason").asText()).isEqualTo("NodeInitialization");
        assertThat(node.at("/spec/podCIDRs/0").asText()).startsWith("10.244.").endsWith("/24");
        assertThat(node.at("/metadata/labels/topology.kubernetes.io~1zone").asText()).isEqualTo("eastus-1");
        assertThat(reasons()).contains("Synced", "DeletingNode");
        assertThat(kubernetes.get("leases", "kube-system", App.NODE.leaseName())).isPresent();
        assertThat(azure.calls().writes()).isZero();
    }

    @Test
    void aDryRunPlansAndWritesNothingAnywhere() throws IOException {
        cluster.joinNode("vmss-a000000", Map.of(), Map.of());
        JsonNode before = cluster.node("vmss-a000000").orElseThrow();
        controller.start(new Launch(cloudConfig(), folder.resolve("admin"), List.of("--secure-port=0", "--dry-run"),
                azure.environment()));
        new SteadyState(Duration.ofSeconds(2)).await(SteadyState.BOUND,
                () -> new SteadyState.Observation(azure.calls().reads() > 2, azure.fingerprint()));

        assertThat(cluster.node("vmss-a000000").orElseThrow()).isEqualTo(before);
        assertThat(kubernetes.list("events", "")).isEmpty();
        assertThat(kubernetes.list("leases", "kube-system")).isEmpty();
    }

    private List<String> reasons() {
        return kubernetes.list("events", "default").stream().map(event -> event.path("reason").asText()).toList();
    }

    private Path cloudConfig() throws IOException {
        ObjectNode config = azure.access()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location());
        return Files.writeString(folder.resolve("azure.json"), config.toString());
    }
}
