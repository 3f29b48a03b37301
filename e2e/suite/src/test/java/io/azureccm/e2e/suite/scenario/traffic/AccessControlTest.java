package io.azureccm.e2e.suite.scenario.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may reach Services, as the security group and the user see it. */
class AccessControlTest {
    private static final String NSG = "networkSecurityGroups";
    private static final String PREFIX = "\"service.beta.kubernetes.io/";

    @TempDir
    Path folder;

    @Test
    void rangesThatCannotBeUsedAreToldWhenTheServiceIsMadeAndWhenItChanges() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"10.1.0.1/16,10.2.0.0/16\"}");
            scenario.awaitAddresses("web");
            scenario.await("the warning", () -> warnings(scenario).size() == 1);
            assertThat(warnings(scenario).getFirst().path("message").asText()).contains("\"10.1.0.1/16\"");
            assertThat(warnings(scenario).getFirst().at("/source/component").asText())
                    .isEqualTo("azure-cloud-provider");
            assertThat(rules(scenario)).extracting(rule -> rule.at("/properties/access").asText())
                    .containsExactlyInAnyOrder("Allow", "Deny");

            scenario.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"nonsense\"}");
            scenario.await("the next warning", () -> warnings(scenario).stream()
                    .anyMatch(event -> event.path("message").asText().contains("\"nonsense\"")));

            scenario.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"10.2.0.0/16\"}");
            scenario.await("no rule that denies", () -> rules(scenario).stream()
                    .allMatch(rule -> rule.at("/properties/access").asText().equals("Allow")));
            scenario.delete("web");
            scenario.await("the end", () -> !scenario.exists("web"));
            scenario.assertNothingLeft();
        }
    }

    @Test
    void serviceWhoseRulesDoNotFitIsToldAndServedOnceThereIsRoom() {
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(1))) {
            String group = scenario.networkId(NSG, scenario.infrastructure().securityGroup());
            scenario.azure()
                    .seed(Json.parse("[{\"id\": \"" + group + "\", \"location\": \"eastus\", \"properties\": {"
                            + "\"securityRules\": [" + IntStream.range(1000, 1999)
                                    .mapToObj(AccessControlTest::rule)
                                    .collect(Collectors.joining(","))
                            + "]}}]"));
            List<JsonNode> foreign = rules(scenario);
            scenario.startController();
            scenario.apply("first", 80, "{}");
            scenario.awaitAddresses("first");
            scenario.apply("second", 81, "{}");
            scenario.await("the refusal", () -> scenario.events("second")
                    .stream()
                    .anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")
                            && event.contains("exceeds the maximum number of rules (1001 > 1000)")));
            assertThat(scenario.addresses("second")).isEmpty();
            assertThat(rules(scenario)).hasSize(1000).containsAll(foreign);
            assertThat(scenario.azure().calls().writes()).noneMatch(call -> call.status() == 400);

            scenario.delete("first");
            scenario.awaitAddresses("second");
            assertThat(rules(scenario)).hasSize(1000).containsAll(foreign);
            scenario.delete("second");
            scenario.await("the end", () -> !scenario.exists("second"));
            assertThat(rules(scenario)).isEqualTo(foreign);
            scenario.assertSound();
        }
    }

    @Test
    void nodesThatComeAndGoAreOneWriteOfTheSecurityGroupForAllServices() {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).config("loadBalancerBackendPoolConfigurationType", "nodeIP"))) {
            String atNodes = "{" + PREFIX + "azure-disable-load-balancer-floating-ip\": \"true\"}";
            scenario.apply("one", 80, atNodes);
            scenario.apply("two", 81, atNodes);
            scenario.awaitAddresses("one", "two");
            scenario.awaitQuiet();
            scenario.resetCalls();
            scenario.addNode(2);
            scenario.await("the new node in both rules", () -> destinations(scenario, 3) == 2);
            scenario.cluster().removeNode(ServiceScenario.node(0));
            scenario.await("the old node in neither", () -> destinations(scenario, 2) == 2);
            scenario.awaitQuiet();
            assertThat(scenario.azure().calls().writes()).filteredOn(call -> call.type().equals(NSG)).hasSize(2);
            scenario.assertSound();
        }
    }

    /** How many rules have so many destinations. */
    private static long destinations(ServiceScenario scenario, int count) {
        return rules(scenario).stream()
                .filter(rule -> rule.at("/properties/destinationAddressPrefixes").size() == count)
                .count();
    }

    private static List<ObjectNode> warnings(ServiceScenario scenario) {
        return scenario.cluster()
                .events()
                .stream()
                .filter(event -> event.path("reason").asText().equals("InvalidAllowedIPRanges"))
                .toList();
    }

    /** The rules of the group without their etags, which are those of the group. */
    private static List<JsonNode> rules(ServiceScenario scenario) {
        JsonNode rules = scenario.azure()
                .resource(scenario.networkId(NSG, scenario.infrastructure().securityGroup()))
                .orElseThrow()
                .at("/properties/securityRules");
        List<JsonNode> all = new ArrayList<>();
        rules.forEach(rule -> all.add(((ObjectNode) rule.deepCopy()).without("etag")));
        return all;
    }

    private static String rule(int priority) {
        return "{\"name\": \"own" + priority + "\", \"properties\": {\"priority\": " + priority
                + ", \"access\": \"Allow\", \"direction\": \"Inbound\", \"protocol\": \"Tcp\", \"sourcePortRange\": \"*\","
                + " \"destinationPortRange\": \"22\", \"sourceAddressPrefix\": \"10.0.0.0/8\","
                + " \"destinationAddressPrefix\": \"*\"}}";
    }
}
