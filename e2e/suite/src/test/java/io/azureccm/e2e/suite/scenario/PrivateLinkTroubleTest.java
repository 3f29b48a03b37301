package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private link services in trouble: forgotten ones, those of somebody else, and rights that are missing. */
class PrivateLinkTroubleTest {
    private static final ObjectMapper JSON = new ObjectMapper();

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
    void oneThatNobodyMentionsAnyMoreGoesAfterAStart() {
        forgetWhileNobodyLooks("azure-pls-create", "true");
        assertThat(links()).isEmpty();
        assertThat(scene.addresses("web")).hasSize(1);
    }

    @Test
    void oneInAnotherGroupThatNobodyMentionsAnyMoreIsFoundWhenAzureKeepsItsFrontend() {
        seed("/subscriptions/" + scene.estate().subscription()
                + "/resourceGroups/links/providers/Microsoft.Network/routeTables/any", "{\"location\": \"eastus\"}");
        forgetWhileNobodyLooks("azure-pls-create", "true", "azure-pls-resource-group", "links");
        assertThat(links()).hasSize(1);
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.awaitQuiet();
        assertThat(links()).isEmpty();
        assertThat(scene.addresses("api")).hasSize(1);
    }

    /** The annotations go while no controller runs. */
    private void forgetWhileNobodyLooks(String... annotations) {
        scene.apply("web", 80, internal(annotations));
        scene.apply("api", 81, internal());
        scene.awaitAddresses("web", "api");
        scene.awaitQuiet();
        assertThat(links()).hasSize(1);
        scene.stopController();
        scene.apply("web", 80, internal());
        scene.startController();
        scene.awaitQuiet();
    }

    @Test
    void privateLinkServiceOfSomebodyElseIsNeverTouched() {
        scene.apply("web", 80, internal());
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        String frontend = scene.azure()
                .resource(internalBalancer())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations/0/id")
                .asText();
        seed(scene.networkId("privateLinkServices", "theirs"),
                """
                        {"location": "eastus", "tags": {"k8s-azure-cluster-name": "blue", "k8s-azure-owner-service": "default/web"},
                         "properties": {"loadBalancerFrontendIpConfigurations": [{"id": "%s"}],
                          "ipConfigurations": [{"name": "ip", "properties": {"primary": true, "subnet": {"id": "%s"}}}]}}"""
                        .formatted(frontend, scene.estate().subnetId()));
        JsonNode before = scene.azure().resource(links().getFirst()).orElseThrow();
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.await("the refusal", () -> scene.events("web")
                .stream()
                .anyMatch(event -> event.contains("already has unmanaged private link service(theirs)")));
        scene.apply("api", 81, internal());
        scene.awaitAddresses("api");
        scene.delete("web");
        scene.await("the end of the Service", () -> !scene.exists("web"));
        scene.apply("new", 82, internal());
        scene.awaitAddresses("new");
        scene.awaitQuiet();
        assertThat(scene.azure().resource(links().getFirst()).orElseThrow()).isEqualTo(before);
    }

    @Test
    void deletionOfOneThatAzureRefusesKeepsOnlyItsOwnServiceWaiting() {
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        scene.azure()
                .faults()
                .add(Fault.on("DELETE", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to delete")));
        scene.delete("web");
        scene.apply("api", 81, internal());
        scene.awaitAddresses("api");
        scene.await("the event", () -> scene.events("web").stream().anyMatch(event -> event.contains("no right")));
        assertThat(scene.exists("web")).isTrue();
        scene.azure().faults().clear();
        scene.await("the end of the Service", () -> !scene.exists("web"));
        assertThat(links()).isEmpty();
    }

    @Test
    void groupThatCannotBeReadConcernsItsOwnServiceAlone() {
        scene.azure()
                .faults()
                .add(Fault.on("LIST", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to read")));
        scene.apply("web", 80, internal("azure-pls-create", "true"));
        scene.apply("api", 81, internal());
        scene.awaitAddresses("api");
        scene.await("the event", () -> scene.events("web").stream().anyMatch(event -> event.contains("no right")));
        scene.azure().faults().clear();
        scene.awaitAddresses("web");
        scene.awaitQuiet();
        assertThat(links()).hasSize(1);
    }

    private void seed(String id, String body) {
        ObjectNode resource = (ObjectNode) Json.parse(body);
        scene.azure().seed(JSON.createArrayNode().add(resource.put("id", id)));
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

    private static String internal(String... pairs) {
        return annotations("azure-load-balancer-internal", pairs);
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
