package io.azureccm.e2e.suite.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.Settled;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.LaunchedController;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flags and the rights of a deployed service controller come to, with leader election as in the chart. */
class ChartRightsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final Infrastructure infrastructure = Infrastructure.standard().scaleSet("vmss-a", 2);
    private ClusterSimulator kubernetes;
    private SimulatedAzure azure;
    private Cluster cluster;
    private LaunchedController controller;

    @BeforeEach
    void start() throws IOException {
        kubernetes = ClusterSimulator.start();
        azure = new SimulatedAzure(AzureSimulator.builder().infrastructure(infrastructure).start(), folder);
        cluster = new Cluster(kubernetes.writeKubeconfig(folder.resolve("admin")));
        for (int i = 0; i < 2; i++) {
            cluster.addNode("vmss-a00000" + i,
                    "azure://" + infrastructure.scaleSetId("vmss-a") + "/virtualMachines/" + i,
                    List.of("10.240.0." + (4 + i)), java.util.Map.of());
        }
        controller = new LaunchedController(new SteadyState(Duration.ofSeconds(1)), new Settled(azure, cluster));
    }

    @AfterEach
    void stop() {
        controller.close();
        cluster.close();
        azure.close();
        kubernetes.close();
    }

    @Test
    void theChartGivesEnoughRightsForAServiceFromBirthToDeath() throws IOException {
        Path restricted = Files.writeString(folder.resolve("restricted"),
                ChartRights.grant(kubernetes, "service-controller-with-resource-lease"));
        controller.start(new Launch(cloudConfig(), restricted,
                List.of("--secure-port=0", "--azure-resource-lease",
                        "--leader-elect-resource-name=" + App.SERVICE.leaseName()),
                azure.environment()));

        cluster.apply(service());
        controller.awaitQuiet(SteadyState.BOUND);
        // The event comes after the address, and on another thread.
        await(() -> !address().isEmpty() && reasons().contains("EnsuredLoadBalancer"));

        assertThat(address()).isNotEmpty();
        assertThat(reasons()).contains("EnsuredLoadBalancer");
        assertThat(kubernetes.get("leases", "kube-system", App.SERVICE.leaseName())).isPresent();
        assertThat(kubernetes.get("leases", "kube-system", "aks-managed-resource-locker")).isPresent();

        cluster.delete("default/web");
        controller.awaitQuiet(SteadyState.BOUND);

        assertThat(cluster.services()).containsEntry("default/web", null);
        assertThat(azure.simulator().state().keySet()).noneMatch(id -> id.contains("/loadBalancers/"));
    }

    @Test
    void theChartGivesEnoughRightsForSeveralLoadBalancers() throws IOException {
        Path restricted = Files.writeString(folder.resolve("restricted"),
                ChartRights.grant(kubernetes, "service-controller"));
        ObjectNode config = (ObjectNode) JSON.readTree(cloudConfig().toFile());
        config.put("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .set("multipleStandardLoadBalancerConfigurations", JSON.readTree("""
                        [{"name": "kubernetes", "primaryVMSet": "vmss-a", "serviceNamespaceSelector": {}}]"""));
        kubernetes.apply((ObjectNode) JSON.readTree("""
                {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                 "metadata": {"name": "web-1", "namespace": "default", "labels": {"kubernetes.io/service-name": "web"}},
                 "endpoints": [{"addresses": ["10.244.0.9"], "nodeName": "vmss-a000001"}]}"""));
        controller.start(new Launch(Files.writeString(folder.resolve("several.json"), config.toString()), restricted,
                List.of("--secure-port=0", "--leader-elect-resource-name=" + App.SERVICE.leaseName()),
                azure.environment()));

        ObjectNode local = service();
        ((ObjectNode) local.path("spec")).put("externalTrafficPolicy", "Local");
        cluster.apply(local);
        controller.awaitQuiet(SteadyState.BOUND);

        await(() -> !address().isEmpty()
                && azure.simulator().state().toString().contains("backendAddressPools/default-web"));
        assertThat(address()).isNotEmpty();
        assertThat(azure.simulator().state().toString()).contains("backendAddressPools/default-web");
    }

    @Test
    void aDryRunWritesNothingAnywhere() throws IOException {
        cluster.apply(service());
        JsonNode before = cluster.services().get("default/web");
        controller.start(new Launch(cloudConfig(), folder.resolve("admin"), List.of("--secure-port=0", "--dry-run"),
                azure.environment()));
        // It reads the infrastructure to plan; when the reading is over, the plan has been printed.
        new SteadyState(Duration.ofSeconds(2)).await(SteadyState.BOUND,
                () -> new SteadyState.Observation(azure.calls().reads() > 2, azure.fingerprint()));

        assertThat(azure.calls().writes()).isZero();
        assertThat(cluster.services().get("default/web")).isEqualTo(before);
        assertThat(kubernetes.list("events", "")).isEmpty();
        assertThat(kubernetes.list("leases", "kube-system")).isEmpty();
    }

    private static void await(BooleanSupplier condition) {
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND,
                () -> new SteadyState.Observation(condition.getAsBoolean(), ""));
    }

    private List<String> reasons() {
        return kubernetes.list("events", "default").stream().map(event -> event.path("reason").asText()).toList();
    }

    private String address() {
        return cluster.services().get("default/web").at("/status/loadBalancer/ingress/0/ip").asText();
    }

    private Path cloudConfig() throws IOException {
        ObjectNode config = azure.access()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup());
        return Files.writeString(folder.resolve("azure.json"), config.toString());
    }

    private static ObjectNode service() throws IOException {
        return (ObjectNode) JSON.readTree("""
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "default"},
                 "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}""");
    }
}
