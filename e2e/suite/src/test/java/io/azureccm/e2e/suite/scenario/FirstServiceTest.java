package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.harness.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.ServiceControllerInProcess;
import io.azureccm.e2e.suite.harness.Stillness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of one Service: how many calls it costs, what users are told, what is left. */
class FirstServiceTest {
    @TempDir
    Path folder;

    @Test
    void service_gets_an_address_and_leaves_nothing_behind() throws Exception {
        Estate estate = Estate.standard().scaleSet("vmss-a", 3);
        try (AzureSimulator azure = AzureSimulator.builder().estate(estate).start();
                ClusterSimulator cluster = ClusterSimulator.start()) {
            Path ca = Files.writeString(folder.resolve("ca.pem"), azure.caPem());
            Path config = Files.writeString(folder.resolve("azure.json"),
                    """
                            {"cloud": "AzurePublicCloud", "tenantId": "t", "subscriptionId": "%s", "resourceGroup": "%s", "location": "%s",
                             "aadClientId": "c", "aadClientSecret": "s", "vnetName": "%s", "subnetName": "%s", "securityGroupName": "%s",
                             "resourceManagerEndpoint": "%s", "loadBalancerSku": "Standard"}"""
                            .formatted(estate.subscription(), estate.resourceGroup(), estate.location(),
                                    estate.network(), estate.subnet(),
                                    estate.securityGroup(), azure.url()));
            for (int i = 0; i < 3; i++) {
                cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: vmss-a00000" + i
                        + "}, spec: {providerID: 'azure://"
                        + estate.scaleSetId("vmss-a") + "/virtualMachines/" + i
                        + "'}, status: {addresses: [{type: InternalIP, address: 10.240.0." + (5 + i) + "}]}}");
            }
            var controller = new ServiceControllerInProcess(new Stillness(Duration.ofMillis(1500)),
                    () -> new Stillness.Look(azure.runningOperations() == 0, azure.calls().counters().toString()));
            try (controller) {
                controller.start(new Launch(config, cluster.writeKubeconfig(folder.resolve("kubeconfig")), List.of(),
                        Map.of("SSL_CERT_FILE", ca.toString())));
                cluster.apply("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, "
                        + "spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP}]}}");
                controller.awaitQuiet(Duration.ofSeconds(40));
                assertThat(addresses(cluster)).hasSize(1);
                assertThat(azure.calls().counters().reads()).as("reads").isEqualTo(6);
                assertThat(azure.calls().counters().writes()).as("writes").isEqualTo(7);
                assertThat(reasons(cluster)).containsExactly("EnsuredLoadBalancer", "EnsuringLoadBalancer");
                cluster.delete("services", "default", "web");
                controller.awaitQuiet(Duration.ofSeconds(40));
                assertThat(cluster.get("services", "default", "web")).isEmpty();
                assertThat(azure.state().keySet())
                        .noneMatch(id -> id.contains("loadBalancers") || id.contains("publicIPAddresses"));
                assertThat(reasons(cluster)).contains("DeletingLoadBalancer", "DeletedLoadBalancer");
                assertThat(azure.problems()).isEmpty();
            }
        }
    }

    private static List<String> addresses(ClusterSimulator cluster) {
        return cluster.get("services", "default", "web").orElseThrow().findValuesAsText("ip");
    }

    private static List<String> reasons(ClusterSimulator cluster) {
        return cluster.list("events", "").stream().map(event -> event.path("reason").asText()).sorted().toList();
    }
}
