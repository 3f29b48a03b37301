package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
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

/** A cluster with several standard load balancers: who is where, who moves, and pools that follow pods. */
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
        try (Scene scene = play()) {
            scene.apply("web");
            apply(scene, "api", "{\"tier\": \"gold\"}", "Cluster");
            scene.awaitAddresses("web", "api");
            scene.awaitQuiet();
            assertThat(rules(scene, "kubernetes")).hasSize(1);
            assertThat(rules(scene, "lb2")).hasSize(1);
            assertThat(members(scene, "kubernetes", "kubernetes")).containsExactly("vmss-a000000", "vmss-a000001");
            assertThat(members(scene, "lb2", "kubernetes")).as("its own node, and one whose load balancer nobody is on")
                    .containsExactly("vmss-b000000", "vmss-c000000");
            scene.assertSound();

            List<String> address = scene.addresses("web");
            apply(scene, "web", "{\"tier\": \"gold\"}", "Cluster");
            scene.await("both on the second load balancer", () -> rules(scene, "lb2").size() == 2);
            scene.awaitQuiet();
            assertThat(scene.azure().resource(scene.balancerId())).as("the load balancer that nobody is on").isEmpty();
            assertThat(scene.addresses("web")).isEqualTo(address);
            scene.assertSound();

            apply(scene, "web", "{}", "Cluster");
            apply(scene, "api", "{}", "Cluster");
            scene.await("both back on the first load balancer", () -> rules(scene, "kubernetes").size() == 2);
            scene.awaitQuiet();
            assertThat(members(scene, "kubernetes", "kubernetes"))
                    .as("nodes of load balancers that nobody is on help out")
                    .containsExactly("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
            scene.assertSound();

            scene.delete("web");
            scene.delete("api");
            scene.await("the end of both", () -> !scene.exists("web") && !scene.exists("api"));
            scene.awaitQuiet();
            scene.assertNothingLeft();
        }
    }

    @Test
    void labelsOfANamespaceMoveItsServices() {
        try (Scene scene = play()) {
            String namespace = "suite-" + UUID.randomUUID();
            namespace(scene, namespace, "{}");
            scene.cluster()
                    .apply((ObjectNode) json("""
                            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "%s"},
                             "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}"""
                            .formatted(namespace)));
            scene.await("the Service on the first load balancer", () -> rules(scene, "kubernetes").size() == 1);
            namespace(scene, namespace, "{\"team\": \"blue\"}");
            scene.await("the Service on the load balancer of its namespace", () -> rules(scene, "lb3").size() == 1);
            namespace(scene, namespace, "{}");
            scene.await("the Service back", () -> rules(scene, "kubernetes").size() == 1);
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    @Test
    void restartFindsEverythingWhereItIs() {
        try (Scene scene = play()) {
            slice(scene, "web-1", "web", endpoint("vmss-a000001", true));
            apply(scene, "web", "{}", "Local");
            apply(scene, "api", "{\"tier\": \"gold\"}", "Cluster");
            for (int i = 0; i < 4; i++) {
                scene.apply("more" + i);
            }
            scene.awaitAddresses("web", "api", "more0", "more1", "more2", "more3");
            scene.awaitQuiet();
            scene.stopController();
            scene.resetCalls();
            scene.startController();
            scene.awaitQuiet();
            scene.assertCalls(12, 0);
            scene.assertSound();
        }
    }

    @Test
    void poolOfALocalServiceFollowsItsPodsWithASmallWriteEach() {
        try (Scene scene = play()) {
            slice(scene, "web-1", "web", endpoint("vmss-a000000", true));
            slice(scene, "web-2", "web", endpoint("vmss-a000000", true));
            apply(scene, "web", "{}", "Local");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            assertThat(members(scene, "kubernetes", "default-web")).containsExactly("vmss-a000000");

            scene.resetCalls();
            slice(scene, "web-2", "web", endpoint("vmss-a000001", true));
            awaitMembers(scene, "vmss-a000000", "vmss-a000001");
            scene.awaitQuiet();
            assertThat(scene.azure().calls().counters().of("PUT", POOL_WRITE)).isEqualTo(1);
            assertThat(scene.azure().calls().counters().writes()).isEqualTo(1);
            assertThat(scene.events("web"))
                    .contains("LoadBalancerBackendPoolUpdated: Load balancer backend pool updated successfully");

            slice(scene, "web-1", "web", endpoint("vmss-a000000", false));
            awaitMembers(scene, "vmss-a000001");
            scene.cluster().deleteSlice("default", "web-2");
            awaitMembers(scene);

            slice(scene, "web-1", "web", endpoint("vmss-a000000", true));
            awaitMembers(scene, "vmss-a000000");
            scene.assertSound();
        }
    }

    @Test
    void poolGoesWhenTheServiceIsServedByAllNodes() {
        try (Scene scene = play()) {
            slice(scene, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scene, "web", "{}", "Local");
            scene.awaitAddresses("web");
            apply(scene, "web", "{}", "Cluster");
            scene.await("the pool of all nodes alone", () -> pools(scene, "kubernetes").equals(Set.of("kubernetes")),
                    () -> pools(scene, "kubernetes").toString());
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    @Test
    void refusedPoolWriteIsToldAndMadeAgain() {
        try (Scene scene = play()) {
            slice(scene, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scene, "web", "{}", "Local");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", POOL_WRITE, new FaultAction.Refuse(400, "BadRequest", "not this time"))
                            .once());
            slice(scene, "web-1", "web", endpoint("vmss-a000001", true));
            awaitMembers(scene, "vmss-a000001");
            assertThat(scene.events("web")).anyMatch(event -> event.startsWith("LoadBalancerBackendPoolUpdateFailed: ")
                    && event.contains("not this time"));
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    @Test
    void privateLinkServiceGoesAlongWithTheServiceThatMoves() {
        try (Scene scene = play()) {
            applyPrivateLink(scene, "{}");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            List<String> address = scene.addresses("web");
            applyPrivateLink(scene, "{\"tier\": \"gold\"}");
            scene.await("the Service on the second load balancer", () -> rules(scene, "lb2-internal").size() == 1);
            scene.await("its private link service there", () -> scene.azure()
                    .state()
                    .entrySet()
                    .stream()
                    .anyMatch(entry -> entry.getKey().toLowerCase(Locale.ROOT).contains("/privatelinkservices/")
                            && entry.getValue().toString().contains("/loadBalancers/lb2-internal/")));
            scene.awaitQuiet();
            assertThat(scene.addresses("web")).isEqualTo(address);
            scene.assertSound();
        }
    }

    private static void applyPrivateLink(Scene scene, String labels) {
        scene.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "web", "namespace": "default", "labels": %s, "annotations": {
                   "service.beta.kubernetes.io/azure-load-balancer-internal": "true",
                   "service.beta.kubernetes.io/azure-pls-create": "true"}},
                 "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(labels)));
    }

    private Scene play() {
        Scene scene = Scene.open(folder, Setting.of(2)
                .config("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .configJson("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS));
        node(scene, "vmss-b", "10.240.0.30");
        node(scene, "vmss-c", "10.240.0.40");
        scene.startController();
        return scene;
    }

    private static void node(Scene scene, String scaleSet, String address) {
        scene.cluster()
                .addNode(scaleSet + "000000", "azure://" + scene.estate().scaleSetId(scaleSet) + "/virtualMachines/0",
                        List.of(address), Map.of());
    }

    private static void apply(Scene scene, String name, String labels, String policy) {
        scene.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "%s", "namespace": "default", "labels": %s},
                 "spec": {"type": "LoadBalancer", "externalTrafficPolicy": "%s",
                          "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(name, labels, policy)));
    }

    private static void slice(Scene scene, String name, String service, String endpoints) {
        scene.cluster()
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

    private static void namespace(Scene scene, String name, String labels) {
        scene.cluster()
                .apply((ObjectNode) json("""
                        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s", "labels": %s}}"""
                        .formatted(name, labels)));
    }

    private static void awaitMembers(Scene scene, String... nodes) {
        Set<String> wanted = new TreeSet<>(List.of(nodes));
        scene.await("members " + wanted, () -> members(scene, "kubernetes", "default-web").equals(wanted),
                () -> members(scene, "kubernetes", "default-web").toString());
    }

    private static Set<String> rules(Scene scene, String balancer) {
        return names(scene, balancer, "loadBalancingRules");
    }

    private static Set<String> pools(Scene scene, String balancer) {
        return names(scene, balancer, "backendAddressPools");
    }

    private static Set<String> names(Scene scene, String balancer, String property) {
        Set<String> names = new TreeSet<>();
        scene.azure()
                .resource(scene.networkId("loadBalancers", balancer))
                .ifPresent(json -> json.at("/properties/" + property)
                        .forEach(each -> names.add(each.path("name").asText())));
        return names;
    }

    /** Names of the nodes in one pool. */
    private static Set<String> members(Scene scene, String balancer, String pool) {
        Set<String> nodes = new TreeSet<>();
        JsonNode json = scene.azure().resource(scene.networkId("loadBalancers", balancer)).orElseThrow();
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
