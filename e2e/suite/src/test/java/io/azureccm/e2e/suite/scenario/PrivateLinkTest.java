package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private link services from their first to their last day: made once, shared, never stolen, gone before their frontends. */
class PrivateLinkTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FIXED = "10.240.77.7";

    private Scene scene;

    @BeforeEach
    void open(@TempDir Path folder) {
        scene = Scene.play(folder, Setting.of(2));
        scene.awaitQuiet();
    }

    @AfterEach
    void close() {
        try {
            scene.assertSound();
        } finally {
            scene.close();
        }
    }

    @Test
    void oneIsMadeWithoutAnyConflictAndNothingIsWrittenAfterwards() {
        JsonNode subnet = subnet();
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        assertThat(links()).hasSize(1);
        JsonNode link = scene.azure().resource(links().getFirst()).orElseThrow();
        assertThat(link.at("/properties/loadBalancerFrontendIpConfigurations/0/id").asText())
                .startsWith(internalBalancer() + "/frontendIPConfigurations/");
        assertThat(link.at("/tags/k8s-azure-owner-service").asText()).isEqualTo("default/web");
        ObjectNode expected = (ObjectNode) subnet.path("properties").deepCopy();
        expected.put("privateLinkServiceNetworkPolicies", "Disabled").remove("ipConfigurations");
        ObjectNode found = (ObjectNode) subnet().path("properties").deepCopy();
        found.remove("ipConfigurations");
        assertThat(found).isEqualTo(expected);
        assertThat(refused()).isEmpty();
        assertThat(writes("subnets")).hasSize(1);
        assertThat(writes("privateLinkServices")).hasSize(1);

        scene.stopController();
        scene.resetCalls();
        scene.startController();
        scene.await("reads of the new controller", () -> scene.azure().calls().counters().reads() > 0);
        scene.awaitQuiet();
        scene.assertCalls(7, 0);

        scene.resetCalls();
        scene.apply("api", 81, internal("azure-pls-create", "true"));
        scene.awaitAddresses("api");
        scene.awaitQuiet();
        assertThat(links()).hasSize(2);
        assertThat(refused()).isEmpty();
        assertThat(writes("subnets")).isEmpty();
    }

    @Test
    void clustersWithoutOneAskForThemOnceAfterAStart() {
        scene.apply("web", 80, internal());
        scene.apply("api");
        scene.awaitAddresses("web", "api");
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.awaitQuiet();
        assertThat(scene.azure().calls().counters().of("LIST", "privateLinkServices")).isZero();

        scene.stopController();
        scene.resetCalls();
        scene.startController();
        scene.await("a first pass", () -> scene.azure().calls().counters().of("LIST", "loadBalancers") > 0);
        scene.awaitQuiet();
        scene.apply("more");
        scene.awaitAddresses("more");
        scene.awaitQuiet();
        assertThat(scene.azure().calls().counters().of("LIST", "privateLinkServices")).isEqualTo(1);
    }

    @Test
    void changedAnnotationsAreOneWriteEach() {
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        scene.resetCalls();
        scene.apply("web", 80, internal("azure-pls-create", "true", "azure-pls-visibility", "*",
                "azure-pls-ip-configuration-ip-address-count", "2", "azure-pls-fqdns", "web.example"));
        scene.await("two addresses", () -> link().at("/properties/ipConfigurations").size() == 2);
        scene.awaitQuiet();
        assertThat(link().at("/properties/visibility/subscriptions/0").asText()).isEqualTo("*");
        assertThat(link().at("/properties/fqdns/0").asText()).isEqualTo("web.example");
        assertThat(scene.azure().calls().writes()).singleElement()
                .satisfies(call -> assertThat(call.line()).contains("privateLinkServices"));
    }

    @Test
    void secondServiceOfAFrontendSharesItAndCannotConfigureIt() {
        scene.apply("web", 80, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true"));
        scene.awaitAddresses("web");
        scene.apply("api", 81, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true"));
        scene.awaitAddresses("api");
        scene.awaitQuiet();
        assertThat(links()).hasSize(1);
        scene.apply("own", 82, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true",
                "azure-pls-name", "mine"));
        scene.await("the refusal", () -> scene.events("own")
                .stream()
                .anyMatch(event -> event.contains("already has existing private link service(")
                        && event.contains("owned by service(default/web)")));
        assertThat(links()).hasSize(1);
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.awaitQuiet();
        assertThat(links()).as("while another Service asks for it").hasSize(1);
        scene.delete("api");
        scene.delete("own");
        scene.await("the end of all", () -> !scene.exists("api") && !scene.exists("own"));
        scene.assertNothingLeft();
        assertThat(links()).isEmpty();
    }

    @Test
    void removedAnnotationRemovesItWithItsConsumers() {
        scene.apply("web", 80, internal("azure-pls-create", "true", "azure-pls-fqdns", "web.example"));
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        consume();
        scene.apply("web", 80, internal());
        scene.await("the end of the private link service", () -> links().isEmpty());
        scene.awaitQuiet();
        assertThat(scene.addresses("web")).hasSize(1);
        scene.apply("web", 81, internal());
        scene.await("the new port", () -> scene.azure()
                .resource(internalBalancer())
                .orElseThrow()
                .at("/properties/loadBalancingRules/0/properties/frontendPort")
                .asInt() == 81);
        scene.awaitQuiet();
        assertThat(refused()).isEmpty();
    }

    @Test
    void deletedServiceTakesItAlongAndBreaksNoRuleOfAzure() {
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.apply("api", 81, internal());
        scene.awaitAddresses("web", "api");
        scene.awaitQuiet();
        consume();
        scene.resetCalls();
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.awaitQuiet();
        assertThat(links()).isEmpty();
        assertThat(refused()).isEmpty();
        assertThat(writes("loadBalancers")).hasSize(1);
        scene.delete("api");
        scene.await("the end of the Service", () -> !scene.exists("api"));
        scene.assertNothingLeft();
    }

    @Test
    void brokenAnnotationNeitherBlocksTheDeletionNorLosesIt() {
        scene.apply("web", 80, external("azure-pls-create", "true", "azure-disable-load-balancer-floating-ip", "true"));
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        assertThat(links()).hasSize(1);
        scene.apply("web", 80, external("azure-pls-create", "true", "azure-disable-load-balancer-floating-ip", "true",
                "azure-pls-resource-group", "nowhere", "azure-pls-ip-configuration-ip-address-count", "99"));
        scene.await("the refusal", () -> scene.events("web")
                .stream()
                .anyMatch(event -> event.contains("maximum number of private link service ipConfig is 8")));
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.assertNothingLeft();
        assertThat(links()).isEmpty();
    }

    private void consume() {
        seed(scene.networkId("privateEndpoints", "consumer"), """
                {"location": "eastus", "properties": {"subnet": {"id": "%s"}, "privateLinkServiceConnections": [
                 {"name": "c", "properties": {"privateLinkServiceId": "%s"}}]}}"""
                .formatted(scene.estate().subnetId(), links().getFirst()));
        assertThat(link().at("/properties/privateEndpointConnections")).hasSize(1);
    }

    private void seed(String id, String body) {
        ObjectNode resource = (ObjectNode) Json.parse(body);
        scene.azure().seed(JSON.createArrayNode().add(resource.put("id", id)));
    }

    private JsonNode link() {
        return scene.azure().resource(links().getFirst()).orElseThrow();
    }

    private List<String> links() {
        return scene.azure()
                .state()
                .values()
                .stream()
                .map(resource -> resource.path("id").asText())
                .filter(id -> id.contains("/privateLinkServices/"))
                .toList();
    }

    private JsonNode subnet() {
        JsonNode network = scene.azure()
                .resource(scene.networkId("virtualNetworks", scene.estate().network()))
                .orElseThrow();
        for (JsonNode subnet : network.at("/properties/subnets")) {
            if (subnet.path("name").asText().equals(scene.estate().subnet()))
                return subnet;
        }
        throw new AssertionError("no subnet of the nodes in " + network);
    }

    private String internalBalancer() {
        return scene.networkId("loadBalancers", "kubernetes-internal");
    }

    private List<String> writes(String type) {
        return scene.azure()
                .calls()
                .writes()
                .stream()
                .map(call -> call.line())
                .filter(line -> line.contains(type))
                .toList();
    }

    private List<String> refused() {
        return scene.azure()
                .calls()
                .writes()
                .stream()
                .filter(call -> call.status() >= 400)
                .map(call -> call.line())
                .toList();
    }

    private static String internal(String... pairs) {
        return annotations("azure-load-balancer-internal", pairs);
    }

    private static String external(String... pairs) {
        return annotations("", pairs);
    }

    private static String annotations(String flag, String... pairs) {
        Map<String, String> all = new LinkedHashMap<>();
        if (!flag.isEmpty())
            all.put("service.beta.kubernetes.io/" + flag, "true");
        for (int i = 0; i < pairs.length; i += 2) {
            all.put("service.beta.kubernetes.io/" + pairs[i], pairs[i + 1]);
        }
        return JSON.valueToTree(all).toString();
    }
}
