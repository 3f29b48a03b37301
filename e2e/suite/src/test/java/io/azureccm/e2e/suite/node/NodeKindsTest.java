package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a node runs on, and wherever that is, it is initialised with the facts of its own machine. */
class NodeKindsTest {
    @TempDir
    Path folder;

    @Test
    void machinesOfAllKindsInOneClusterAreInitialised() {
        Infrastructure infrastructure = Infrastructure.standard()
                .scaleSet("pool", 3, "1", "2")
                .flexibleScaleSet("flex", 1, "3");
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.single("k8s", "Machine-2", "web-host", "10.240.9.2", "");
            String flexible = scenario.flexible("flex");
            String name = scenario.arm()
                    .resource(flexible)
                    .orElseThrow()
                    .at("/properties/osProfile/computerName")
                    .asText();
            for (String node : new String[]{"pool000002", "vm-1", "web-host", name})
                scenario.cluster().joinNode(node, Map.of(), Map.of());

            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000002") && scenario.isInitialised("vm-1")
                    && scenario.isInitialised("web-host") && scenario.isInitialised(name));

            assertThat(scenario.state("pool000002").at("/labels/topology.kubernetes.io~1zone").asText())
                    .isEqualTo("eastus-1");
            assertThat(scenario.state("vm-1").path("providerID").asText()).endsWith("/virtualMachines/vm-1");
            assertThat(scenario.state("web-host").path("providerID").asText()).endsWith("/virtualMachines/Machine-2");
            assertThat(scenario.addresses("web-host")).containsExactly("InternalIP=10.240.9.2", "Hostname=web-host");
            assertThat(scenario.state(name).path("providerID").asText()).isEqualTo("azure://" + flexible);
            assertThat(scenario.state(name).at("/labels/topology.kubernetes.io~1region").asText()).isEqualTo("eastus");
            assertThat(scenario.azure().calls().writes()).isZero();
        }
    }

    @Test
    void bothFamiliesAreReportedTheFourthVersionFirst() {
        try (NodeScenario scenario = new NodeScenario(folder,
                Infrastructure.standard().dualStack().scaleSet("pool", 1))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000000"));

            assertThat(scenario.addresses("pool000000")).hasSize(3);
            assertThat(scenario.addresses("pool000000").getFirst()).startsWith("InternalIP=10.240.");
            assertThat(scenario.addresses("pool000000").get(1)).startsWith("InternalIP=fd00:10:240:");
            assertThat(scenario.addresses("pool000000").get(2)).isEqualTo("Hostname=pool000000");
        }
    }

    @Test
    void aPublicAddressIsAnExternalOne() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard())) {
            String pip = scenario.id("addresses", "Microsoft.Network/publicIPAddresses/pip");
            scenario.seed("{'id':'" + pip + "','location':'eastus','sku':{'name':'Standard'},'properties':"
                    + "{'publicIPAllocationMethod':'Static','ipAddress':'20.9.9.9'}}");
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            String nic = scenario.id("k8s", "Microsoft.Network/networkInterfaces/vm-1-nic");
            scenario.arm()
                    .machines()
                    .edit(nic,
                            (ObjectNode) Json
                                    .parse("""
                                            {"properties":{"ipConfigurations":[{"name":"ip","properties":{"publicIPAddress":{"id":"%s"}}}]}}"""
                                            .formatted(pip)));
            scenario.cluster().joinNode("vm-1", Map.of(), Map.of());
            scenario.start(QUICK, "vmType", "standard");
            scenario.await(() -> scenario.isInitialised("vm-1"));

            assertThat(scenario.addresses("vm-1"))
                    .containsExactly("InternalIP=10.240.9.1", "Hostname=vm-1", "ExternalIP=20.9.9.9");
        }
    }

    @Test
    void aPublicAddressThatTheScaleSetGivesItsInstancesIsAnExternalOne() {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("pool", 1);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            scenario.arm().machines().edit(infrastructure.scaleSetId("pool"), (ObjectNode) Json.parse("""
                    {"properties":{"virtualMachineProfile":{"networkProfile":{"networkInterfaceConfigurations":[
                     {"name":"pool-nic","properties":{"ipConfigurations":[{"name":"ipconfig1","properties":
                      {"publicIPAddressConfiguration":{"name":"pip"}}}]}}]}}}}"""));
            scenario.arm().machines().scale(infrastructure.scaleSetId("pool"), 2);
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000001"));

            assertThat(scenario.addresses("pool000001")).anyMatch(address -> address.startsWith("ExternalIP=20."));
        }
    }

    @Test
    void aNodeOfAnotherResourceGroupIsFoundThereAndAWrongLabelHarmsNobodyElse() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.single("Elsewhere", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.cluster().joinNode("vm-1", Map.of("kubernetes.azure.com/resource-group", "elsewhere"), Map.of());
            scenario.cluster()
                    .joinNode("vm-2", Map.of("kubernetes.azure.com/resource-group", "no-such-group"), Map.of());
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("vm-1") && scenario.isInitialised("pool000000"));

            assertThat(scenario.state("vm-1").path("providerID").asText())
                    .contains("/resourceGroups/elsewhere/providers/Microsoft.Compute/virtualMachines/vm-1");
            assertThat(scenario.isInitialised("vm-2")).isFalse();
        }
    }

    @Test
    void theResourceGroupInAProviderIdIsInLowerCaseWhateverAzureSays() {
        Infrastructure infrastructure = Infrastructure.standard()
                .in(Infrastructure.standard().subscription(), "MyGroup", "eastus")
                .scaleSet("pool", 1);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000000"));

            assertThat(scenario.state("pool000000").path("providerID").asText()).isEqualTo("azure:///subscriptions/"
                    + infrastructure.subscription() + "/resourceGroups/mygroup/providers/Microsoft.Compute"
                    + "/virtualMachineScaleSets/pool/virtualMachines/0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"vsphere://4211c0de", "aws:///eu-west-1a/i-0", "rke2://vm-1", "azure-arc:///machines/vm-1",
            " "})
    void nodesOfOtherCloudsAreLeftAloneWhileTheyJoin(String providerId) {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            for (String node : List.of("pool000007", "vm-1")) {
                scenario.cluster().joinNode(node, Map.of(), Map.of());
                scenario.api()
                        .patch("nodes", "", node,
                                (ObjectNode) Json.parse("{\"spec\":{\"providerID\":\"" + providerId + "\"}}"));
                scenario.cluster().setReady(node, "False");
            }
            String before = scenario.state("pool000007") + " " + scenario.state("vm-1");
            scenario.start(QUICK.refreshing(Duration.ofSeconds(1)));
            scenario.awaitStill(Duration.ofSeconds(5));

            assertThat(scenario.azure().calls().reads()).isZero();
            assertThat(scenario.state("pool000007") + " " + scenario.state("vm-1")).isEqualTo(before);
            assertThat(scenario.cluster().nodeEvents("vm-1")).isEmpty();
        }
    }

    @Test
    void unmanagedNodesAreLookedForOnlyWhileTheyJoinAndNeverDeleted() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard())) {
            Map<String, String> unmanaged = Map.of("kubernetes.azure.com/managed", "false");
            scenario.cluster().addNode("on-prem", "vsphere://1", List.of("192.168.0.1"), unmanaged);
            scenario.cluster().setReady("on-prem", "Unknown");
            scenario.start(QUICK);
            scenario.awaitStill(Duration.ofSeconds(4));
            assertThat(scenario.azure().calls().reads()).isZero();

            scenario.cluster().joinNode("joining", unmanaged, Map.of());
            scenario.await(() -> scenario.cluster().nodeEvents("joining").contains("NoProviderID"));
            scenario.awaitStill(Duration.ofSeconds(4));
            assertThat(scenario.isInitialised("joining")).isFalse();
            assertThat(scenario.cluster().node("on-prem")).isPresent();
            assertThat(scenario.taints("on-prem")).isEmpty();
        }
    }

    @Test
    void aNewNodeCostsTwoWritesToKubernetesAndNoRead() {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("pool000000"));
            scenario.awaitStill(Duration.ofSeconds(1));

            assertThat(scenario.api()
                    .requests()
                    .matching(
                            entry -> entry.verb().equals("patch") && entry.resource().startsWith("nodes")))
                    .hasSize(2);
        }
    }

    @Test
    void manyNodesThatJoinAtOnceCostAFewListsPerScaleSet() {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("a", 6).scaleSet("b", 6);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            for (int i = 0; i < 6; i++) {
                scenario.cluster().joinNode("a00000" + i, Map.of(), Map.of());
                scenario.cluster().joinNode("b00000" + i, Map.of(), Map.of());
            }
            scenario.start(QUICK);
            scenario.await(() -> scenario.cluster().node("b000005").isPresent() && Stream.of("a", "b")
                    .flatMap(set -> IntStream.range(0, 6).mapToObj(i -> set + "00000" + i))
                    .allMatch(scenario::isInitialised));

            // Pages of two: six instances are three pages of each of the two lists.
            assertThat(scenario.azure().calls().reads()).as(scenario.azure()::callLog)
                    .isLessThanOrEqualTo(1 + 2 * 2 * 3);
        }
    }
}
