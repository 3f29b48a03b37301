package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
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
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            scene.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"10.1.0.1/16,10.2.0.0/16\"}");
            scene.awaitAddresses("web");
            scene.await("the warning", () -> warnings(scene).size() == 1);
            assertThat(warnings(scene).getFirst().path("message").asText()).contains("\"10.1.0.1/16\"");
            assertThat(warnings(scene).getFirst().at("/source/component").asText()).isEqualTo("azure-cloud-provider");
            assertThat(rules(scene)).extracting(rule -> rule.at("/properties/access").asText())
                    .containsExactlyInAnyOrder("Allow", "Deny");

            scene.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"nonsense\"}");
            scene.await("the next warning", () -> warnings(scene).stream()
                    .anyMatch(event -> event.path("message").asText().contains("\"nonsense\"")));

            scene.apply("web", 80, "{" + PREFIX + "azure-allowed-ip-ranges\": \"10.2.0.0/16\"}");
            scene.await("no rule that denies", () -> rules(scene).stream()
                    .allMatch(rule -> rule.at("/properties/access").asText().equals("Allow")));
            scene.delete("web");
            scene.await("the end", () -> !scene.exists("web"));
            scene.assertNothingLeft();
        }
    }

    @Test
    void serviceWhoseRulesDoNotFitIsToldAndServedOnceThereIsRoom() {
        try (Scene scene = Scene.open(folder, Setting.of(1))) {
            String group = scene.networkId(NSG, scene.estate().securityGroup());
            scene.azure()
                    .seed(Json.parse("[{\"id\": \"" + group + "\", \"location\": \"eastus\", \"properties\": {"
                            + "\"securityRules\": [" + IntStream.range(1000, 1999)
                                    .mapToObj(AccessControlTest::rule)
                                    .collect(Collectors.joining(","))
                            + "]}}]"));
            List<JsonNode> foreign = rules(scene);
            scene.startController();
            scene.apply("first", 80, "{}");
            scene.awaitAddresses("first");
            scene.apply("second", 81, "{}");
            scene.await("the refusal", () -> scene.events("second")
                    .stream()
                    .anyMatch(event -> event.startsWith("SyncLoadBalancerFailed")
                            && event.contains("exceeds the maximum number of rules (1001 > 1000)")));
            assertThat(scene.addresses("second")).isEmpty();
            assertThat(rules(scene)).hasSize(1000).containsAll(foreign);
            assertThat(scene.azure().calls().writes()).noneMatch(call -> call.status() == 400);

            scene.delete("first");
            scene.awaitAddresses("second");
            assertThat(rules(scene)).hasSize(1000).containsAll(foreign);
            scene.delete("second");
            scene.await("the end", () -> !scene.exists("second"));
            assertThat(rules(scene)).isEqualTo(foreign);
            scene.assertSound();
        }
    }

    @Test
    void nodesThatComeAndGoAreOneWriteOfTheSecurityGroupForAllServices() {
        try (Scene scene = Scene.play(folder,
                Setting.of(2).config("loadBalancerBackendPoolConfigurationType", "nodeIP"))) {
            String atNodes = "{" + PREFIX + "azure-disable-load-balancer-floating-ip\": \"true\"}";
            scene.apply("one", 80, atNodes);
            scene.apply("two", 81, atNodes);
            scene.awaitAddresses("one", "two");
            scene.awaitQuiet();
            scene.resetCalls();
            scene.addNode(2);
            scene.await("the new node in both rules", () -> destinations(scene, 3) == 2);
            scene.cluster().removeNode(Scene.node(0));
            scene.await("the old node in neither", () -> destinations(scene, 2) == 2);
            scene.awaitQuiet();
            assertThat(scene.azure().calls().writes()).filteredOn(call -> call.type().equals(NSG)).hasSize(2);
            scene.assertSound();
        }
    }

    /** How many rules have so many destinations. */
    private static long destinations(Scene scene, int count) {
        return rules(scene).stream()
                .filter(rule -> rule.at("/properties/destinationAddressPrefixes").size() == count)
                .count();
    }

    private static List<ObjectNode> warnings(Scene scene) {
        return scene.cluster()
                .events()
                .stream()
                .filter(event -> event.path("reason").asText().equals("InvalidAllowedIPRanges"))
                .toList();
    }

    /** The rules of the group without their etags, which are those of the group. */
    private static List<JsonNode> rules(Scene scene) {
        JsonNode rules = scene.azure()
                .resource(scene.networkId(NSG, scene.estate().securityGroup()))
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
