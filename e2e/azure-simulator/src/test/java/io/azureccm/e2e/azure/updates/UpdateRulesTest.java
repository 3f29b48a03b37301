package io.azureccm.e2e.azure.updates;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.arm.KnownTypes;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.updates.PatchEffect;
import io.azureccm.e2e.azure.updates.PropertyRule;
import io.azureccm.e2e.azure.updates.PropertyRule.LeftOut;
import io.azureccm.e2e.azure.updates.UpdateRules;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a PUT keeps, clears and rejects of omitted properties, and what a PATCH changes: every row of the table. */
class UpdateRulesTest {
    private static final List<String> TYPES = KnownTypes.all().all().stream().map(ResourceType::name).toList();

    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 1))
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    private static Stream<PropertyRule> rules() {
        return UpdateRules.properties()
                .stream()
                .flatMap(rule -> typesOf(rule.type())
                        .map(type -> new PropertyRule(type, rule.property(), rule.leftOut())));
    }

    private static Stream<String> typesOf(String type) {
        if (!type.endsWith("*"))
            return Stream.of(type);
        String prefix = type.substring(0, type.length() - 1);
        return TYPES.stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> !name.equals("Microsoft.Compute/virtualMachineScaleSets/virtualMachines"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aPutThatLeavesThePropertyOut(PropertyRule rule) {
        UpdateExamples.dependencies(arm);
        String path = UpdateExamples.path(rule.type());
        ObjectNode body = UpdateExamples.body(rule.type(), rule.property());
        ArmTestClient.Reply made = arm.put(path, body);
        assertThat(made.status()).as(made.raw().body()).isIn(200, 201);
        JsonNode before = arm.get(path).json();
        List<JsonNode> values = values(before, rule.property());
        if (rule.leftOut() != LeftOut.READ_ONLY)
            assertThat(values).as("the example has the property").isNotEmpty();

        ArmTestClient.Reply reply = arm.put(path, UpdateExamples.without(body, rule.property()));

        JsonNode after = arm.get(path).json();
        if (rule.leftOut() == LeftOut.REFUSED) {
            assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
            assertThat(after).isEqualTo(before);
            return;
        }
        assertThat(reply.status()).as(reply.raw().body()).isIn(200, 201);
        if (rule.leftOut() == LeftOut.CLEARED)
            assertThat(values(after, rule.property())).isNotEqualTo(values);
        else
            assertThat(values(after, rule.property())).isEqualTo(values);
    }

    /** The values at the path in a read, without those that every write changes. */
    private static List<JsonNode> values(JsonNode shown, String property) {
        List<JsonNode> found = List.of(shown);
        for (String step : property.split("\\.")) {
            String name = step.replace("[]", "");
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : found) {
                JsonNode value = node.path(name);
                if (step.endsWith("[]"))
                    value.forEach(next::add);
                else if (!value.isMissingNode())
                    next.add(value);
            }
            found = next;
        }
        return found.stream().map(node -> steady(node.deepCopy())).toList();
    }

    private static JsonNode steady(JsonNode value) {
        if (value instanceof ObjectNode object)
            object.remove(List.of("etag", "latestModelApplied"));
        value.forEach(UpdateRulesTest::steady);
        return value;
    }

    @Test
    void whatTheServerSetsIsNotTakenFromABody() {
        UpdateExamples.dependencies(arm);
        for (PropertyRule rule : UpdateRules.properties()) {
            if (rule.leftOut() != LeftOut.READ_ONLY || rule.type().endsWith("*") || rule.property().contains("[]"))
                continue;
            String path = UpdateExamples.path(rule.type());
            ObjectNode body = UpdateExamples.body(rule.type(), rule.property());
            arm.put(path, body);
            List<JsonNode> before = values(arm.get(path).json(), rule.property());
            boolean top = !rule.property().contains(".");
            ObjectNode owner = top ? body : Json.properties(body);
            String name = rule.property().substring(rule.property().lastIndexOf('.') + 1);
            owner.set(name, top ? json("{'other':'value'}") : Json.tree("203.0.113.77"));
            ArmTestClient.Reply reply = arm.put(path, body);
            assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
            assertThat(values(arm.get(path).json(), rule.property())).as(rule.toString()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void patchChangesWhatTheRulesOfItsTypeAllow(String type) {
        UpdateExamples.dependencies(arm);
        String path = UpdateExamples.path(type);
        arm.put(path, UpdateExamples.body(type, ""));
        JsonNode before = arm.get(path).json();
        ArmTestClient.Reply tags = arm.send("PATCH", path, "{\"tags\":{\"b\":\"c\"}}");
        if (UpdateRules.patch(type) == PatchEffect.NOT_SUPPORTED) {
            assertThat(tags.status()).isEqualTo(405);
            return;
        }
        assertThat(tags.status()).as(tags.raw().body()).isEqualTo(200);
        assertThat(arm.get(path).json().get("tags")).as("all tags are replaced").isEqualTo(json("{'b':'c'}"));
        assertThat(values(arm.get(path).json(), "properties")).isEqualTo(values(before, "properties"));
        if (UpdateRules.patch(type) == PatchEffect.TAGS_ONLY) {
            ArmTestClient.Reply more = arm.send("PATCH", path, "{\"properties\":{\"idleTimeoutInMinutes\":5}}");
            assertThat(more.status()).isEqualTo(400);
            assertThat(more.code()).isEqualTo("OnlyTagsSupportedForPatch");
        }
    }

    private static Stream<String> types() {
        return TYPES.stream();
    }

    @Test
    void aScaleSetKeepsItsProfileCapacityAndTagsWhenOnlyItsPoolsAreWritten() {
        UpdateExamples.dependencies(arm);
        String set = COMPUTE + "virtualMachineScaleSets/example";
        arm.put(set, UpdateExamples.body("Microsoft.Compute/virtualMachineScaleSets", ""));
        ObjectNode before = (ObjectNode) arm.get(set).json();
        String pool = NETWORK + "loadBalancers/lb/backendAddressPools/members";
        ObjectNode network = (ObjectNode) before.at("/properties/virtualMachineProfile/networkProfile").deepCopy();
        ObjectNode ip = (ObjectNode) network
                .at("/networkInterfaceConfigurations/0/properties/ipConfigurations/0/properties");
        ip.putArray("loadBalancerBackendAddressPools").add(Json.idObject(pool));
        assertThat(arm.put(set, onlyNetwork(network)).status()).isEqualTo(200);
        JsonNode joined = arm.get(set).json();
        assertThat(joined.at("/properties/virtualMachineProfile/networkProfile").toString()).contains(pool);
        for (String kept : List.of("/sku", "/tags", "/zones", "/identity", "/properties/overprovision",
                "/properties/virtualMachineProfile/osProfile", "/properties/virtualMachineProfile/storageProfile"))
            assertThat(joined.at(kept)).as(kept).isEqualTo(before.at(kept));
        ip.remove("loadBalancerBackendAddressPools");
        arm.put(set, onlyNetwork(network));
        assertThat(arm.get(set).json().toString()).as("an array is replaced as a whole").doesNotContain(pool);
        assertThat(simulator.problems()).isEmpty();
    }

    private static ObjectNode onlyNetwork(ObjectNode network) {
        ObjectNode body = json("{'location':'eastus','properties':{'virtualMachineProfile':{}}}");
        ((ObjectNode) body.at("/properties/virtualMachineProfile")).set("networkProfile", network);
        return body;
    }

    @Test
    void anEmptyArrayOfSubnetsRemovesThem() {
        UpdateExamples.dependencies(arm);
        String network = NETWORK + "virtualNetworks/net";
        ObjectNode body = UpdateExamples.body("Microsoft.Network/virtualNetworks", "");
        Json.properties(body).putArray("subnets");
        assertThat(arm.put(network, body).status()).isEqualTo(201);
        assertThat(arm.get(network).json().at("/properties/subnets")).isEmpty();
    }

    @Test
    void typeNoneRemovesAnIdentity() {
        UpdateExamples.dependencies(arm);
        for (String type : List.of("virtualMachines", "virtualMachineScaleSets")) {
            String path = UpdateExamples.path("Microsoft.Compute/" + type);
            ObjectNode body = UpdateExamples.body("Microsoft.Compute/" + type, "");
            arm.put(path, body);
            body.putObject("identity").put("type", "None");
            arm.put(path, body);
            assertThat(arm.get(path).json().has("identity")).isFalse();
        }
    }

    @Test
    void everyRowNamesItsEvidence() throws IOException {
        Path page = Path.of("src/main/resources/io/azureccm/e2e/azure/updates/update-rules.md");
        List<String> rows = Files.readAllLines(page).stream().filter(line -> line.matches("\\| \\S*[/*].*")).toList();
        assertThat(rows).hasSizeGreaterThan(UpdateRules.properties().size())
                .allMatch(row -> row.matches(".* \\| (recorded|documented|reported|inferred) \\| \\S.* \\|"));
    }
}
