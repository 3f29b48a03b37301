package io.azureccm.e2e.suite.harness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
    private static final String SERVICE = """
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "default",
             "annotations": {%s}}, "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}""";

    private ClusterSimulator simulator;
    private Path kubeconfig;
    private Cluster cluster;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        simulator = ClusterSimulator.start();
        kubeconfig = simulator.writeKubeconfig(folder.resolve("kubeconfig"));
        cluster = new Cluster(kubeconfig);
    }

    @AfterEach
    void stop() {
        cluster.close();
        simulator.close();
    }

    @Test
    void aNodeIsReadyWithItsAddresses() {
        cluster.addNode("node-1", "azure:///machines/1", List.of("10.0.0.4"), Map.of("zone", "1"));

        JsonNode node = simulator.get("nodes", "", "node-1").orElseThrow();
        assertThat(node.at("/spec/providerID").asText()).isEqualTo("azure:///machines/1");
        assertThat(node.at("/status/addresses/0/address").asText()).isEqualTo("10.0.0.4");
        assertThat(node.at("/status/conditions/0/type").asText()).isEqualTo("Ready");
    }

    @Test
    void nodesLoseTheTaintThatAnApiServerGivesToNewOnesAndNoOther(@TempDir Path folder) throws IOException {
        try (ClusterSimulator tainting = ClusterSimulator.start(ClusterOptions.defaults().with(Feature.NODE_TAINTS));
                Cluster on = new Cluster(tainting.writeKubeconfig(folder.resolve("tainting")))) {
            on.addNode("node-1", "azure:///machines/1", List.of("10.0.0.4"), Map.of());
            on.joinNode("node-2", Map.of(), Map.of());

            assertThat(on.node("node-1").orElseThrow().at("/spec/taints")).isEmpty();
            assertThat(on.node("node-2").orElseThrow().at("/spec/taints").findValuesAsText("key"))
                    .containsExactly("node.cloudprovider.kubernetes.io/uninitialized");
        }
    }

    @Test
    void labelsAreSetAndRemoved() {
        cluster.addNode("node-1", "azure:///machines/1", List.of("10.0.0.4"), Map.of("gone", "1", "kept", "1"));
        Map<String, String> labels = new HashMap<>(Map.of("new", "2"));
        labels.put("gone", null);

        cluster.labelNode("node-1", labels);

        JsonNode set = simulator.get("nodes", "", "node-1").orElseThrow().at("/metadata/labels");
        assertThat(set.has("gone")).isFalse();
        assertThat(set.path("kept").asText() + set.path("new").asText()).isEqualTo("12");
    }

    @Test
    void applyingAgainChangesWhatIsThereAndRemovesWhatIsNoLongerSaid() throws IOException {
        cluster.apply(service("\"a\": \"1\", \"b\": \"1\""));
        String uid = cluster.uids().get("web");

        cluster.apply(service("\"b\": \"2\""));

        JsonNode annotations = cluster.services().get("default/web").at("/metadata/annotations");
        assertThat(annotations.has("a")).isFalse();
        assertThat(annotations.path("b").asText()).isEqualTo("2");
        assertThat(cluster.uids()).containsEntry("web", uid);
    }

    @Test
    void warningsAreThoseAboutItsServices() throws IOException {
        cluster.apply(service(""));
        warn("Service", cluster.uids().get("web"), "Warning", "Broken");
        warn("Service", cluster.uids().get("web"), "Normal", "Fine");
        warn("Service", "another-uid", "Warning", "NotOurs");

        assertThat(cluster.warnings()).containsExactly("web: Broken");
    }

    @Test
    void whatAScenarioMadeGoesWithItsEventsAndWhatOthersMadeStays() throws IOException {
        simulator.apply("{apiVersion: v1, kind: Service, metadata: {name: theirs, namespace: default},"
                + " spec: {ports: [{port: 80}]}}");
        warn("Service", "another-uid", "Warning", "NotOurs");
        List<String> before = names();
        try (Cluster given = Cluster.on(new ExistingKubernetes(kubeconfig))) {
            given.addNode("node-1", "azure:///machines/1", List.of("10.0.0.4"), Map.of());
            given.apply(service(""));
            warn("Service", given.uids().get("web"), "Warning", "Ours");
            simulator.patch("services", "default", "web",
                    new ObjectMapper().readTree("{\"metadata\": {\"finalizers\": [\"example.com/cleanup\"]}}"));
        }

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void whatAKilledScenarioLeftIsTakenAwayByTheNext() throws IOException {
        List<String> before = names();
        cluster.addNode("node-1", "azure:///machines/1", List.of("10.0.0.4"), Map.of());
        cluster.apply(service(""));

        Cluster.on(new ExistingKubernetes(kubeconfig)).close();

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void clusterWithNodesOrLoadBalancersOfItsOwnIsRefusedAndLeftAlone() {
        simulator.apply("{apiVersion: v1, kind: Node, metadata: {name: theirs}}");
        simulator.apply("{apiVersion: v1, kind: Service, metadata: {name: shop, namespace: default},"
                + " spec: {type: LoadBalancer, ports: [{port: 80}]}}");
        List<String> before = names();

        assertThatThrownBy(() -> Cluster.on(new ExistingKubernetes(kubeconfig)))
                .hasMessageContaining("Node theirs, Service default/shop");
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void objectOfAnotherThatBearsTheNameIsNotChanged() {
        simulator.apply("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default},"
                + " spec: {ports: [{port: 81}]}}");

        assertThatThrownBy(() -> cluster.apply(service(""))).hasMessageContaining("services/web is there already");
        assertThat(simulator.get("services", "default", "web").orElseThrow().at("/spec/ports/0/port").asInt())
                .isEqualTo(81);
    }

    private List<String> names() {
        return Stream.of("services", "nodes", "events", "namespaces")
                .flatMap(kind -> simulator.list(kind, "").stream().map(each -> kind + "/" + each.at("/metadata/name")))
                .sorted()
                .toList();
    }

    private void warn(String kind, String uid, String type, String reason) {
        simulator.apply("""
                {apiVersion: v1, kind: Event, metadata: {name: "e-%s", namespace: default}, type: %s, reason: %s,
                 involvedObject: {kind: %s, namespace: default, name: web, uid: "%s"}}"""
                .formatted(reason.toLowerCase(java.util.Locale.ROOT), type, reason, kind, uid));
    }

    private static ObjectNode service(String annotations) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(SERVICE.formatted(annotations));
    }
}
