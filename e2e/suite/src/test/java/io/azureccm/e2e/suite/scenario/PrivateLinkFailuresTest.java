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
class PrivateLinkFailuresTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ServiceScenario scenario;

    @BeforeEach
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2));
        scenario.awaitQuiet();
    }

    @AfterEach
    void close() {
        try {
            scenario.assertSound();
        } finally {
            scenario.close();
        }
    }

    @Test
    void oneThatNobodyMentionsAnyMoreGoesAfterAStart() {
        forgetWhileNobodyLooks("azure-pls-create", "true");
        assertThat(links()).isEmpty();
        assertThat(scenario.addresses("web")).hasSize(1);
    }

    @Test
    void oneInAnotherGroupThatNobodyMentionsAnyMoreIsFoundWhenAzureKeepsItsFrontend() {
        seed("/subscriptions/" + scenario.infrastructure().subscription()
                + "/resourceGroups/links/providers/Microsoft.Network/routeTables/any", "{\"location\": \"eastus\"}");
        forgetWhileNobodyLooks("azure-pls-create", "true", "azure-pls-resource-group", "links");
        assertThat(links()).hasSize(1);
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.awaitQuiet();
        assertThat(links()).isEmpty();
        assertThat(scenario.addresses("api")).hasSize(1);
    }

    /** The annotations go while no controller runs. */
    private void forgetWhileNobodyLooks(String... annotations) {
        scenario.apply("web", 80, internal(annotations));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("web", "api");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
        scenario.stopController();
        scenario.apply("web", 80, internal());
        scenario.startController();
        scenario.awaitQuiet();
    }

    @Test
    void privateLinkServiceOfSomebodyElseIsNeverTouched() {
        scenario.apply("web", 80, internal());
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        String frontend = scenario.azure()
                .resource(internalBalancer())
                .orElseThrow()
                .at("/properties/frontendIPConfigurations/0/id")
                .asText();
        seed(scenario.networkId("privateLinkServices", "theirs"),
                """
                        {"location": "eastus", "tags": {"k8s-azure-cluster-name": "blue", "k8s-azure-owner-service": "default/web"},
                         "properties": {"loadBalancerFrontendIpConfigurations": [{"id": "%s"}],
                          "ipConfigurations": [{"name": "ip", "properties": {"primary": true, "subnet": {"id": "%s"}}}]}}"""
                        .formatted(frontend, scenario.infrastructure().subnetId()));
        JsonNode before = scenario.azure().resource(links().getFirst()).orElseThrow();
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.await("the refusal", () -> scenario.events("web")
                .stream()
                .anyMatch(event -> event.contains("already has unmanaged private link service(theirs)")));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.apply("new", 82, internal());
        scenario.awaitAddresses("new");
        scenario.awaitQuiet();
        assertThat(scenario.azure().resource(links().getFirst()).orElseThrow()).isEqualTo(before);
    }

    @Test
    void deletionOfOneThatAzureRefusesKeepsOnlyItsOwnServiceWaiting() {
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.azure()
                .faults()
                .add(Fault.on("DELETE", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to delete")));
        scenario.delete("web");
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.await("the event",
                () -> scenario.events("web").stream().anyMatch(event -> event.contains("no right")));
        assertThat(scenario.exists("web")).isTrue();
        scenario.azure().faults().clear();
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        assertThat(links()).isEmpty();
    }

    @Test
    void groupThatCannotBeReadConcernsItsOwnServiceAlone() {
        scenario.azure()
                .faults()
                .add(Fault.on("LIST", "privateLinkServices",
                        new FaultAction.Refuse(403, "AuthorizationFailed", "no right to read")));
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("api");
        scenario.await("the event",
                () -> scenario.events("web").stream().anyMatch(event -> event.contains("no right")));
        scenario.azure().faults().clear();
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
    }

    private void seed(String id, String body) {
        ObjectNode resource = (ObjectNode) Json.parse(body);
        scenario.azure().seed(JSON.createArrayNode().add(resource.put("id", id)));
    }

    private List<String> links() {
        return scenario.azure()
                .state()
                .values()
                .stream()
                .map(resource -> resource.path("id").asText())
                .filter(id -> id.contains("/privateLinkServices/"))
                .toList();
    }

    private JsonNode subnet() {
        JsonNode network = scenario.azure()
                .resource(scenario.networkId("virtualNetworks", scenario.infrastructure().network()))
                .orElseThrow();
        for (JsonNode subnet : network.at("/properties/subnets")) {
            if (subnet.path("name").asText().equals(scenario.infrastructure().subnet()))
                return subnet;
        }
        throw new AssertionError("no subnet of the nodes in " + network);
    }

    private String internalBalancer() {
        return scenario.networkId("loadBalancers", "kubernetes-internal");
    }

    private List<String> writes(String type) {
        return scenario.azure()
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
