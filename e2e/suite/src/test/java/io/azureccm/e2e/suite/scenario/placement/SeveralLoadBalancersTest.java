package io.azureccm.e2e.suite.scenario.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A cluster with several standard load balancers: who is where, who moves, and pools that follow pods. */
@Isolated("plays in virtual time")
class SeveralLoadBalancersTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POOL_WRITE = "loadBalancers/backendAddressPools";
    private static final String CONFIGURATIONS = """
            [{"name": "kubernetes", "primaryVMSet": "vmss-a"},
             {"name": "lb2", "primaryVMSet": "vmss-b", "serviceLabelSelector": {"matchLabels": {"tier": "gold"}}},
             {"name": "lb3", "primaryVMSet": "vmss-c", "serviceNamespaceSelector": {"matchLabels": {"team": "blue"}}}]""";

    @TempDir
    Path folder;

    @Test
    void servicesAndNodesAreSpreadAndGoWithTheirLabels() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            apply(scenario, "api", "{\"tier\": \"gold\"}", "Cluster");
            scenario.awaitAddresses("web", "api");
            scenario.awaitQuiet();
            assertThat(rules(scenario, "kubernetes")).hasSize(1);
            assertThat(rules(scenario, "lb2")).hasSize(1);
            assertThat(members(scenario, "kubernetes", "kubernetes")).containsExactly("vmss-a000000", "vmss-a000001");
            assertThat(members(scenario, "lb2", "kubernetes"))
                    .as("its own node, and one whose load balancer nobody is on")
                    .containsExactly("vmss-b000000", "vmss-c000000");
            scenario.assertSound();

            List<String> address = scenario.addresses("web");
            apply(scenario, "web", "{\"tier\": \"gold\"}", "Cluster");
            scenario.await("both on the second load balancer", () -> rules(scenario, "lb2").size() == 2);
            scenario.awaitQuiet();
            assertThat(scenario.azure().resource(scenario.balancerId())).as("the load balancer that nobody is on")
                    .isEmpty();
            assertThat(scenario.addresses("web")).isEqualTo(address);
            scenario.assertSound();

            apply(scenario, "web", "{}", "Cluster");
            apply(scenario, "api", "{}", "Cluster");
            scenario.await("both back on the first load balancer", () -> rules(scenario, "kubernetes").size() == 2);
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "kubernetes"))
                    .as("nodes of load balancers that nobody is on help out")
                    .containsExactly("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
            scenario.assertSound();

            scenario.delete("web");
            scenario.delete("api");
            scenario.await("the end of both", () -> !scenario.exists("web") && !scenario.exists("api"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @Test
    void labelsOfANamespaceMoveItsServices() {
        try (ServiceScenario scenario = play()) {
            String namespace = "suite-" + UUID.randomUUID();
            namespace(scenario, namespace, "{}");
            scenario.cluster()
                    .apply((ObjectNode) json("""
                            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "%s"},
                             "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}"""
                            .formatted(namespace)));
            scenario.await("the Service on the first load balancer", () -> rules(scenario, "kubernetes").size() == 1);
            namespace(scenario, namespace, "{\"team\": \"blue\"}");
            scenario.await("the Service on the load balancer of its namespace",
                    () -> rules(scenario, "lb3").size() == 1);
            namespace(scenario, namespace, "{}");
            scenario.await("the Service back", () -> rules(scenario, "kubernetes").size() == 1);
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void restartFindsEverythingWhereItIs() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000001", true));
            apply(scenario, "web", "{}", "Local");
            apply(scenario, "api", "{\"tier\": \"gold\"}", "Cluster");
            for (int i = 0; i < 4; i++) {
                scenario.apply("more" + i);
            }
            scenario.awaitAddresses("web", "api", "more0", "more1", "more2", "more3");
            scenario.awaitQuiet();
            scenario.stopController();
            scenario.resetCalls();
            scenario.startController();
            scenario.awaitQuiet();
            scenario.assertCalls(12, 0);
            scenario.assertSound();
        }
    }

    /** Allowed since Kubernetes 1.36; its pool is the only thing in Azure that has the name of a Service. */
    @Test
    void serviceWhoseNameBeginsWithADigitIsServedAndLeavesNothing() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "7up-1", "7up", endpoint("vmss-a000000", true));
            apply(scenario, "7up", "{}", "Local");
            scenario.awaitAddresses("7up");
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "default-7up")).containsExactly("vmss-a000000");
            scenario.assertSound();
            scenario.stopController();
            scenario.startController();
            scenario.delete("7up");
            scenario.await("its end", () -> !scenario.exists("7up"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @Test
    void poolOfALocalServiceFollowsItsPodsWithASmallWriteEach() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            slice(scenario, "web-2", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "default-web")).containsExactly("vmss-a000000");

            scenario.resetCalls();
            slice(scenario, "web-2", "web", endpoint("vmss-a000001", true));
            awaitMembers(scenario, "vmss-a000000", "vmss-a000001");
            scenario.awaitQuiet();
            assertThat(scenario.azure().calls().counters().of("PUT", POOL_WRITE)).isEqualTo(1);
            assertThat(scenario.azure().calls().counters().writes()).isEqualTo(1);
            assertThat(scenario.events("web"))
                    .contains("LoadBalancerBackendPoolUpdated: Load balancer backend pool updated successfully");

            slice(scenario, "web-1", "web", endpoint("vmss-a000000", false));
            awaitMembers(scenario, "vmss-a000001");
            scenario.cluster().deleteSlice("default", "web-2");
            awaitMembers(scenario);

            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            awaitMembers(scenario, "vmss-a000000");
            scenario.assertSound();
        }
    }

    @Test
    void poolGoesWhenTheServiceIsServedByAllNodes() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            apply(scenario, "web", "{}", "Cluster");
            scenario.await("the pool of all nodes alone",
                    () -> pools(scenario, "kubernetes").equals(Set.of("kubernetes")),
                    () -> pools(scenario, "kubernetes").toString());
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void refusedPoolWriteIsToldAndMadeAgain() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", POOL_WRITE, new FaultAction.Refuse(400, "BadRequest", "not this time"))
                            .once());
            slice(scenario, "web-1", "web", endpoint("vmss-a000001", true));
            awaitMembers(scenario, "vmss-a000001");
            assertThat(scenario.events("web"))
                    .anyMatch(event -> event.startsWith("LoadBalancerBackendPoolUpdateFailed: ")
                            && event.contains("not this time"));
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void privateLinkServiceGoesAlongWithTheServiceThatMoves() {
        try (ServiceScenario scenario = play()) {
            applyPrivateLink(scenario, "{}");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            List<String> address = scenario.addresses("web");
            applyPrivateLink(scenario, "{\"tier\": \"gold\"}");
            scenario.await("the Service on the second load balancer",
                    () -> rules(scenario, "lb2-internal").size() == 1);
            scenario.await("its private link service there", () -> scenario.azure()
                    .state()
                    .entrySet()
                    .stream()
                    .anyMatch(entry -> entry.getKey().toLowerCase(Locale.ROOT).contains("/privatelinkservices/")
                            && entry.getValue().toString().contains("/loadBalancers/lb2-internal/")));
            scenario.awaitQuiet();
            assertThat(scenario.addresses("web")).isEqualTo(address);
            scenario.assertSound();
        }
    }

    private static void applyPrivateLink(ServiceScenario scenario, String labels) {
        scenario.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "web", "namespace": "default", "labels": %s, "annotations": {
                   "service.beta.kubernetes.io/azure-load-balancer-internal": "true",
                   "service.beta.kubernetes.io/azure-pls-create": "true"}},
                 "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(labels)));
    }

    private ServiceScenario play() {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2)
                .config("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .configJson("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS));
        node(scenario, "vmss-b", "10.240.0.30");
        node(scenario, "vmss-c", "10.240.0.40");
        scenario.startController();
        return scenario;
    }

    private static void node(ServiceScenario scenario, String scaleSet, String address) {
        scenario.cluster()
                .addNode(scaleSet + "000000",
                        "azure://" + scenario.infrastructure().scaleSetId(scaleSet) + "/virtualMachines/0",
                        List.of(address), Map.of());
    }

    private static void apply(ServiceScenario scenario, String name, String labels, String policy) {
        scenario.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "%s", "namespace": "default", "labels": %s},
                 "spec": {"type": "LoadBalancer", "externalTrafficPolicy": "%s",
                          "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(name, labels, policy)));
    }

    private static void slice(ServiceScenario scenario, String name, String service, String endpoints) {
        scenario.cluster()
                .apply((ObjectNode) json(
                        """
                                {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                                 "metadata": {"name": "%s", "namespace": "default", "labels": {"kubernetes.io/service-name": "%s"}},
                                 "ports": [{"port": 8080, "protocol": "TCP"}], "endpoints": [%s]}"""
                                .formatted(name, service, endpoints)));
    }

    private static String endpoint(String node, boolean ready) {
        return "{\"addresses\": [\"10.244.0.9\"], \"nodeName\": \"%s\", \"conditions\": {\"ready\": %s}}".formatted(
                node,
                ready);
    }

    private static void namespace(ServiceScenario scenario, String name, String labels) {
        scenario.cluster()
                .apply((ObjectNode) json("""
                        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s", "labels": %s}}"""
                        .formatted(name, labels)));
    }

    private static void awaitMembers(ServiceScenario scenario, String... nodes) {
        Set<String> wanted = new TreeSet<>(List.of(nodes));
        scenario.await("members " + wanted, () -> members(scenario, "kubernetes", "default-web").equals(wanted),
                () -> members(scenario, "kubernetes", "default-web").toString());
    }

    private static Set<String> rules(ServiceScenario scenario, String balancer) {
        return names(scenario, balancer, "loadBalancingRules");
    }

    private static Set<String> pools(ServiceScenario scenario, String balancer) {
        return names(scenario, balancer, "backendAddressPools");
    }

    private static Set<String> names(ServiceScenario scenario, String balancer, String property) {
        Set<String> names = new TreeSet<>();
        scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .ifPresent(json -> json.at("/properties/" + property)
                        .forEach(each -> names.add(each.path("name").asText())));
        return names;
    }

    /** Names of the nodes in one pool. */
    private static Set<String> members(ServiceScenario scenario, String balancer, String pool) {
        Set<String> nodes = new TreeSet<>();
        JsonNode json = scenario.azure().resource(scenario.networkId("loadBalancers", balancer)).orElseThrow();
        for (JsonNode each : json.at("/properties/backendAddressPools")) {
            if (each.path("name").asText().equals(pool))
                each.at("/properties/loadBalancerBackendAddresses")
                        .forEach(address -> nodes.add(address.path("name").asText()));
        }
        return nodes;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }
}
