package io.azureccm.e2e.suite.scenario.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;

/** What {@link SeveralLoadBalancersTest} and {@link LocalServicePoolTest} have in common. */
abstract class SeveralLoadBalancersFixture {
    static final ObjectMapper JSON = new ObjectMapper();
    static final String CONFIGURATIONS = """
            [{"name": "kubernetes", "primaryVMSet": "vmss-a"},
             {"name": "lb2", "primaryVMSet": "vmss-b", "serviceLabelSelector": {"matchLabels": {"tier": "gold"}}},
             {"name": "lb3", "primaryVMSet": "vmss-c", "serviceNamespaceSelector": {"matchLabels": {"team": "blue"}}}]""";

    @TempDir
    Path folder;

    ServiceScenario play() {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2)
                .config("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .configJson("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS));
        node(scenario, "vmss-b", "10.240.0.30");
        node(scenario, "vmss-c", "10.240.0.40");
        scenario.startController();
        return scenario;
    }

    static void node(ServiceScenario scenario, String scaleSet, String address) {
        scenario.cluster()
                .addNode(scaleSet + "000000",
                        "azure://" + scenario.infrastructure().scaleSetId(scaleSet) + "/virtualMachines/0",
                        List.of(address), Map.of());
    }

    static void apply(ServiceScenario scenario, String name, String labels, String policy) {
        scenario.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "%s", "namespace": "default", "labels": %s},
                 "spec": {"type": "LoadBalancer", "externalTrafficPolicy": "%s",
                          "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(name, labels, policy)));
    }

    static void slice(ServiceScenario scenario, String name, String service, String endpoints) {
        scenario.cluster()
                .apply((ObjectNode) json(
                        """
                                {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                                 "metadata": {"name": "%s", "namespace": "default", "labels": {"kubernetes.io/service-name": "%s"}},
                                 "ports": [{"port": 8080, "protocol": "TCP"}], "endpoints": [%s]}"""
                                .formatted(name, service, endpoints)));
    }

    static String endpoint(String node, boolean ready) {
        return "{\"addresses\": [\"10.244.0.9\"], \"nodeName\": \"%s\", \"conditions\": {\"ready\": %s}}".formatted(
                node,
                ready);
    }

    static void namespace(ServiceScenario scenario, String name, String labels) {
        scenario.cluster()
                .apply((ObjectNode) json("""
                        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s", "labels": %s}}"""
                        .formatted(name, labels)));
    }

    static Set<String> names(ServiceScenario scenario, String balancer, String property) {
        Set<String> names = new TreeSet<>();
        scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .ifPresent(json -> json.at("/properties/" + property)
                        .forEach(each -> names.add(each.path("name").asText())));
        return names;
    }

    /** Names of the nodes in one pool. */
    static Set<String> members(ServiceScenario scenario, String balancer, String pool) {
        Set<String> nodes = new TreeSet<>();
        JsonNode json = scenario.azure().resource(scenario.networkId("loadBalancers", balancer)).orElseThrow();
        for (JsonNode each : json.at("/properties/backendAddressPools")) {
            if (each.path("name").asText().equals(pool))
                each.at("/properties/loadBalancerBackendAddresses")
                        .forEach(address -> nodes.add(address.path("name").asText()));
        }
        return nodes;
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }
}
