package io.azureccm.e2e.suite.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AzureStateNormaliserTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UID = "0f3b9c52-8d1e-4a77-9b60-51c2d3e4f5a6";
    private static final String UID31 = UID.replace("-", "").substring(0, 31);
    private static final String GROUP = "/subscriptions/S/resourceGroups/K8S/providers/";
    private static final AzureStateNormaliser NORMALISER = new AzureStateNormaliser(new UidNames(Map.of("web", UID)));

    static Stream<Path> cases() throws Exception {
        try (Stream<Path> files = Files
                .list(Path.of(AzureStateNormaliserTest.class.getResource("/conformance/service").toURI()))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void recordedStatesAreAlreadyInNormalForm(Path file) throws IOException {
        JsonNode expect = JSON.readTree(file.toFile()).path("expect");

        for (String state : List.of("azure", "afterDelete")) {
            ObjectNode recorded = (ObjectNode) expect.get(state);
            assertThat(StateDiff.lines(recorded, NORMALISER.renormalise(recorded)))
                    .allMatch(line -> line.contains("subnet.name: missing"));
        }
    }

    @Test
    void whatARunHappenedToGetIsReplacedByNames() throws IOException {
        List<JsonNode> resources = List.of(
                resource("Microsoft.Network/publicIPAddresses/kubernetes-a" + UID31,
                        """
                                {'etag': 'W/1', 'properties': {'ipAddress': '20.0.0.9', 'resourceGuid': 'x', 'provisioningState': 'Succeeded',
                                 'dnsSettings': null, 'ipTags': [], 'ipConfiguration': {'id': '/subscriptions/S/LB/FrontEnd/A%s'}}}
                                """
                                .formatted(UID31)),
                resource("Microsoft.Network/networkSecurityGroups/nsg",
                        """
                                {'properties': {'securityRules': [{'name': 'b', 'to': '20.0.0.9'}, {'name': 'a', 'to': '20.0.0.90'}],
                                 'defaultSecurityRules': [{'name': 'DenyAllInBound'}]}, 'tags': {'owner': '%s'}}
                                """
                                .formatted(UID)));

        ObjectNode state = NORMALISER.normalise(resources);

        ObjectNode ip = (ObjectNode) state.get("microsoft.network/publicipaddresses/kubernetes-a{uid-web-nodash31}");
        assertThat(ip.get("properties")).isEqualTo(json("""
                {'ipAddress': '<ip of kubernetes-a{uid-web-nodash31}>',
                 'ipConfiguration': {'id': '/subscriptions/s/lb/frontend/a{uid-web-nodash31}'}}"""));
        ObjectNode group = (ObjectNode) state.get("microsoft.network/networksecuritygroups/nsg");
        assertThat(group.get("properties")).isEqualTo(json("""
                {'securityRules': [{'name': 'a', 'to': '20.0.0.90'},
                 {'name': 'b', 'to': '<ip of kubernetes-a{uid-web-nodash31}>'}]}"""));
        assertThat(group.get("tags")).isEqualTo(json("{'owner': '{uid-web}'}"));
    }

    @Test
    void anAddressThatTheUserChoseKeepsItsValue() throws IOException {
        List<JsonNode> resources = List.of(resource("Microsoft.Network/loadBalancers/internal",
                """
                        {'properties': {'frontendIPConfigurations': [
                          {'name': 'chosen', 'properties': {'privateIPAllocationMethod': 'Static', 'privateIPAddress': '10.0.0.1'}},
                          {'name': 'given', 'properties': {'privateIPAllocationMethod': 'Dynamic', 'privateIPAddress': '10.0.0.2'}}]}}
                        """));

        assertThat(NORMALISER.normalise(resources).findValuesAsText("privateIPAddress")).containsExactly("10.0.0.1",
                "<ip of frontend given>");
    }

    @Test
    void machinesAreReducedToThePoolsTheyJoined() throws IOException {
        String pool = "'loadBalancerBackendAddressPools': [{'id': '" + GROUP
                + "Microsoft.Network/loadBalancers/LB/backendAddressPools/Pool'}]";
        List<JsonNode> resources = new ArrayList<>();
        resources.add(resource("Microsoft.Compute/virtualMachineScaleSets/set", "{'x': [{'y': {" + pool + "}}]}"));
        resources.add(resource("Microsoft.Compute/virtualMachineScaleSets/set/virtualMachines/0",
                "{'x': {" + pool + "}}"));
        resources.add(resource("Microsoft.Compute/virtualMachineScaleSets/set/virtualMachines/1", "{'x': {}}"));
        resources.add(resource("Microsoft.Compute/virtualMachineScaleSets/set/virtualMachines/0/networkInterfaces/nic",
                "{'x': {" + pool + "}}"));
        resources.add(resource("Microsoft.Network/networkInterfaces/nic", "{'x': {" + pool + "}}"));
        resources.add(resource("Microsoft.Network/virtualNetworks/net", "{'properties': {'a': 1}}"));
        resources.add(resource("Microsoft.Network/loadBalancers/LB/backendAddressPools/Pool", "{'a': 1}"));

        assertThat(NORMALISER.normalise(resources)).isEqualTo(json("""
                {'microsoft.compute/virtualmachinescalesets/set': ['lb/backendaddresspools/pool'],
                 'microsoft.compute/virtualmachinescalesets/set/virtualmachines/0': ['lb/backendaddresspools/pool'],
                 'microsoft.network/networkinterfaces/nic': ['lb/backendaddresspools/pool']}"""));
    }

    @Test
    void aDefaultThatArmFillsInIsLeftOutAndAnyOtherValueKept() throws IOException {
        List<JsonNode> resources = List.of(
                resource("Microsoft.Network/loadBalancers/a", "{'sku': {'name': 'Standard', 'tier': 'Regional'}}"),
                resource("Microsoft.Network/loadBalancers/b", "{'sku': {'name': 'Standard', 'tier': 'Global'}}"));

        ObjectNode state = NORMALISER.normalise(resources);

        assertThat(state.path("microsoft.network/loadbalancers/a").path("sku").has("tier")).isFalse();
        assertThat(state.path("microsoft.network/loadbalancers/b").path("sku").path("tier").asText())
                .isEqualTo("Global");
    }

    @Test
    void aRuleWithOnePoolNamesItOnce() throws IOException {
        List<JsonNode> resources = List.of(resource("Microsoft.Network/loadBalancers/a",
                """
                        {'properties': {'backendAddressPools': [{'name': 'p', 'id': '/p'}], 'loadBalancingRules': [
                          {'name': 'one', 'properties': {'backendAddressPool': {'id': '/p'}, 'backendAddressPools': [{'id': '/p'}]}},
                          {'name': 'two', 'properties': {'backendAddressPools': [{'id': '/p'}, {'id': '/q'}]}}]}}"""));

        JsonNode properties = NORMALISER.normalise(resources)
                .path("microsoft.network/loadbalancers/a")
                .path("properties");

        assertThat(properties.path("backendAddressPools")).hasSize(1);
        assertThat(properties.at("/loadBalancingRules/0/properties/backendAddressPools").isMissingNode()).isTrue();
        assertThat(properties.at("/loadBalancingRules/1/properties/backendAddressPools")).hasSize(2);
    }

    @Test
    void aServiceIsReducedToFinalizersAddressesAndType() throws IOException {
        AllocatedAddresses addresses = new AllocatedAddresses(
                List.of(resource("Microsoft.Network/publicIPAddresses/p", "{'properties': {'ipAddress': '20.0.0.9'}}")),
                new UidNames(Map.of()));

        JsonNode state = new ServiceStateNormaliser(addresses).normalise(json("""
                {'metadata': {'name': 'web', 'finalizers': ['b', 'a']}, 'spec': {'type': 'LoadBalancer', 'ports': []},
                 'status': {'loadBalancer': {'ingress': [{'ipMode': 'VIP', 'ip': '20.0.0.9'}]}}}"""));

        assertThat(state).isEqualTo(
                json("""
                        {'finalizers': ['a', 'b'], 'ingress': [{'ip': '<ip of p>', 'ipMode': 'VIP'}], 'type': 'LoadBalancer'}"""));
        assertThat(new ServiceStateNormaliser(addresses).normalise(null).isNull()).isTrue();
    }

    private static ObjectNode resource(String below, String rest) throws IOException {
        ObjectNode node = (ObjectNode) json(rest);
        return node.put("id", GROUP + below);
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
