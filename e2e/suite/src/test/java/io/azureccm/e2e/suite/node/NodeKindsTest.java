package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScene.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a node runs on, and wherever that is, it is initialised with the facts of its own machine. */
class NodeKindsTest {
    @TempDir
    Path folder;

    @Test
    void machinesOfAllKindsInOneClusterAreInitialised() {
        Estate estate = Estate.standard().scaleSet("pool", 3, "1", "2").flexibleScaleSet("flex", 1, "3");
        try (NodeScene scene = new NodeScene(folder, estate)) {
            scene.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scene.single("k8s", "Machine-2", "web-host", "10.240.9.2", "");
            String flexible = scene.flexible("flex");
            String name = scene.arm()
                    .resource(flexible)
                    .orElseThrow()
                    .at("/properties/osProfile/computerName")
                    .asText();
            for (String node : new String[]{"pool000002", "vm-1", "web-host", name})
                scene.cluster().joinNode(node, Map.of(), Map.of());

            scene.start(QUICK);
            scene.await(() -> scene.isInitialised("pool000002") && scene.isInitialised("vm-1")
                    && scene.isInitialised("web-host") && scene.isInitialised(name));

            assertThat(scene.state("pool000002").at("/labels/topology.kubernetes.io~1zone").asText())
                    .isEqualTo("eastus-1");
            assertThat(scene.state("vm-1").path("providerID").asText()).endsWith("/virtualMachines/vm-1");
            assertThat(scene.state("web-host").path("providerID").asText()).endsWith("/virtualMachines/Machine-2");
            assertThat(scene.addresses("web-host")).containsExactly("InternalIP=10.240.9.2", "Hostname=web-host");
            assertThat(scene.state(name).path("providerID").asText()).isEqualTo("azure://" + flexible);
            assertThat(scene.state(name).at("/labels/topology.kubernetes.io~1region").asText()).isEqualTo("eastus");
            assertThat(scene.azure().calls().writes()).isZero();
        }
    }

    @Test
    void bothFamiliesAreReportedTheFourthVersionFirst() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().dualStack().scaleSet("pool", 1))) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> scene.isInitialised("pool000000"));

            assertThat(scene.addresses("pool000000")).hasSize(3);
            assertThat(scene.addresses("pool000000").getFirst()).startsWith("InternalIP=10.240.");
            assertThat(scene.addresses("pool000000").get(1)).startsWith("InternalIP=fd00:10:240:");
            assertThat(scene.addresses("pool000000").get(2)).isEqualTo("Hostname=pool000000");
        }
    }

    @Test
    void aPublicAddressIsAnExternalOne() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard())) {
            String pip = scene.id("addresses", "Microsoft.Network/publicIPAddresses/pip");
            scene.seed("{'id':'" + pip + "','location':'eastus','sku':{'name':'Standard'},'properties':"
                    + "{'publicIPAllocationMethod':'Static','ipAddress':'20.9.9.9'}}");
            scene.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            String nic = scene.id("k8s", "Microsoft.Network/networkInterfaces/vm-1-nic");
            scene.arm()
                    .machines()
                    .edit(nic,
                            (ObjectNode) Json
                                    .parse("""
                                            {"properties":{"ipConfigurations":[{"name":"ip","properties":{"publicIPAddress":{"id":"%s"}}}]}}"""
                                            .formatted(pip)));
            scene.cluster().joinNode("vm-1", Map.of(), Map.of());
            scene.start(QUICK, "vmType", "standard");
            scene.await(() -> scene.isInitialised("vm-1"));

            assertThat(scene.addresses("vm-1"))
                    .containsExactly("InternalIP=10.240.9.1", "Hostname=vm-1", "ExternalIP=20.9.9.9");
        }
    }

    @Test
    void aNodeOfAnotherResourceGroupIsFoundThereAndAWrongLabelHarmsNobodyElse() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.single("Elsewhere", "vm-1", "vm-1", "10.240.9.1", "");
            scene.cluster().joinNode("vm-1", Map.of("kubernetes.azure.com/resource-group", "elsewhere"), Map.of());
            scene.cluster().joinNode("vm-2", Map.of("kubernetes.azure.com/resource-group", "no-such-group"), Map.of());
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> scene.isInitialised("vm-1") && scene.isInitialised("pool000000"));

            assertThat(scene.state("vm-1").path("providerID").asText())
                    .contains("/resourceGroups/elsewhere/providers/Microsoft.Compute/virtualMachines/vm-1");
            assertThat(scene.isInitialised("vm-2")).isFalse();
        }
    }

    @Test
    void theResourceGroupInAProviderIdIsInLowerCaseWhateverAzureSays() {
        Estate estate = Estate.standard().in(Estate.standard().subscription(), "MyGroup", "eastus").scaleSet("pool", 1);
        try (NodeScene scene = new NodeScene(folder, estate)) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> scene.isInitialised("pool000000"));

            assertThat(scene.state("pool000000").path("providerID").asText()).isEqualTo("azure:///subscriptions/"
                    + estate.subscription() + "/resourceGroups/mygroup/providers/Microsoft.Compute"
                    + "/virtualMachineScaleSets/pool/virtualMachines/0");
        }
    }

    @Test
    void unmanagedNodesAreLookedForOnlyWhileTheyJoinAndNeverDeleted() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard())) {
            Map<String, String> unmanaged = Map.of("kubernetes.azure.com/managed", "false");
            scene.cluster().addNode("on-prem", "vsphere://1", List.of("192.168.0.1"), unmanaged);
            scene.cluster().setReady("on-prem", "Unknown");
            scene.start(QUICK);
            scene.awaitStill(Duration.ofSeconds(4));
            assertThat(scene.azure().calls().reads()).isZero();

            scene.cluster().joinNode("joining", unmanaged, Map.of());
            scene.await(() -> scene.cluster().nodeEvents("joining").contains("NoProviderID"));
            scene.awaitStill(Duration.ofSeconds(4));
            assertThat(scene.isInitialised("joining")).isFalse();
            assertThat(scene.cluster().node("on-prem")).isPresent();
            assertThat(scene.taints("on-prem")).isEmpty();
        }
    }

    @Test
    void aNewNodeCostsTwoWritesToKubernetesAndNoRead() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> scene.isInitialised("pool000000"));
            scene.awaitStill(Duration.ofSeconds(1));

            assertThat(scene.api()
                    .requests()
                    .matching(
                            entry -> entry.verb().equals("patch") && entry.resource().startsWith("nodes")))
                    .hasSize(2);
        }
    }

    @Test
    void manyNodesThatJoinAtOnceCostAFewListsPerScaleSet() {
        Estate estate = Estate.standard().scaleSet("a", 6).scaleSet("b", 6);
        try (NodeScene scene = new NodeScene(folder, estate)) {
            for (int i = 0; i < 6; i++) {
                scene.cluster().joinNode("a00000" + i, Map.of(), Map.of());
                scene.cluster().joinNode("b00000" + i, Map.of(), Map.of());
            }
            scene.start(QUICK);
            scene.await(() -> scene.cluster().node("b000005").isPresent() && Stream.of("a", "b")
                    .flatMap(set -> IntStream.range(0, 6).mapToObj(i -> set + "00000" + i))
                    .allMatch(scene::isInitialised));

            // Pages of two: six instances are three pages of each of the two lists.
            assertThat(scene.azure().calls().reads()).as(scene.azure()::callLog).isLessThanOrEqualTo(1 + 2 * 2 * 3);
        }
    }
}
