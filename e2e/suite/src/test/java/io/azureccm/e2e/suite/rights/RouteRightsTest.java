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
import io.azureccm.route.RouteControllerApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flags and the rights of a deployed route controller come to, with leader election as in the chart. */
class RouteRightsTest {
    /** Longer than the window in which changes are collected. */
    private static final Duration STILL = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final Infrastructure infrastructure = Infrastructure.standard();
    private ClusterSimulator kubernetes;
    private SimulatedAzure azure;
    private Cluster cluster;
    private LaunchedController controller;

    @BeforeEach
    void start() throws IOException {
        kubernetes = ClusterSimulator.start();
        azure = new SimulatedAzure(AzureSimulator.builder().infrastructure(infrastructure).start(), folder);
        cluster = new Cluster(kubernetes.writeKubeconfig(folder.resolve("admin")));
        cluster.addNode("n1", "", List.of("10.240.0.4"), Map.of(), List.of("10.244.1.0/24"));
        cluster.addNode("n2", "", List.of("10.240.0.5"), Map.of(), List.of("10.244.1.0/24"));
        controller = new LaunchedController(App.ROUTE, RouteControllerApplication.class, new SteadyState(STILL),
                () -> new SteadyState.Observation(true, azure.fingerprint()));
    }

    @AfterEach
    void stop() {
        controller.close();
        cluster.close();
        azure.close();
        kubernetes.close();
    }

    @Test
    void theChartGivesEnoughRightsForRoutesConditionsAndEvents() throws IOException {
        Path restricted = Files.writeString(folder.resolve("restricted"),
                ChartRights.grant(kubernetes, "route-controller"));
        start(restricted, "--leader-elect-resource-name=" + App.ROUTE.leaseName());

        await(() -> condition("n1").equals("False") && condition("n2").equals("True")
                && !kubernetes.list("events", "default").isEmpty());

        assertThat(routes()).hasSize(1);
        assertThat(kubernetes.list("events", "default")).extracting(event -> event.path("reason").asText())
                .containsOnly("FailedToCreateRoute");
        assertThat(kubernetes.get("leases", "kube-system", App.ROUTE.leaseName())).isPresent();
    }

    @Test
    void aDryRunWritesNothingAnywhere() throws IOException {
        start(folder.resolve("admin"), "--dry-run");
        await(() -> azure.calls().reads() > 0);
        controller.awaitQuiet(SteadyState.BOUND);

        assertThat(azure.calls().writes()).isZero();
        assertThat(condition("n1")).isEmpty();
        assertThat(kubernetes.list("events", "")).isEmpty();
        assertThat(kubernetes.list("leases", "kube-system")).isEmpty();
    }

    @Test
    void withRoutesSwitchedOffItWatchesAndTouchesNothing() throws IOException {
        start(folder.resolve("admin"), "--leader-elect=false", "--configure-cloud-routes=false");
        await(() -> kubernetes.openWatches() > 0);
        controller.awaitQuiet(SteadyState.BOUND);

        assertThat(azure.calls().writes()).isZero();
        assertThat(routes()).isEmpty();
        assertThat(condition("n1")).isEmpty();
    }

    private void start(Path kubeconfig, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of("--secure-port=0", "--cluster-cidr=10.244.0.0/16"));
        all.addAll(List.of(flags));
        controller.start(new Launch(cloudConfig(), kubeconfig, all, azure.environment()));
    }

    private void await(BooleanSupplier condition) {
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND,
                () -> new SteadyState.Observation(condition.getAsBoolean(), ""));
    }

    private JsonNode routes() {
        return azure.simulator()
                .resource("/subscriptions/" + infrastructure.subscription() + "/resourceGroups/"
                        + infrastructure.resourceGroup()
                        + "/providers/Microsoft.Network/routeTables/" + infrastructure.routeTable())
                .orElseThrow()
                .at("/properties/routes");
    }

    private String condition(String node) {
        for (JsonNode condition : cluster.nodes().get(node).at("/status/conditions")) {
            if (condition.path("type").asText().equals("NetworkUnavailable"))
                return condition.path("status").asText();
        }
        return "";
    }

    private Path cloudConfig() throws IOException {
        ObjectNode config = azure.access()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("routeTableName", infrastructure.routeTable());
        return Files.writeString(folder.resolve("azure.json"), config.toString());
    }
}
