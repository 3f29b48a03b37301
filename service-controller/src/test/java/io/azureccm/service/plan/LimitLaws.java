package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Azure's documented limits, which no write of a plan may exceed; what exceeds them already may stay but not grow. */
final class LimitLaws {
    private LimitLaws() {}

    static void check(Map<ArmId, ObjectNode> resources, Operation operation) {
        ObjectNode body = operation.body();
        ObjectNode before = resources.getOrDefault(operation.target(), ArmJson.object());
        tags(before.path("tags"), body.path("tags"), operation.target());
        if (!operation.target().hasType(ArmTypes.LOAD_BALANCER))
            return;
        boolean basic = ArmJson.text(body, "sku", "name").isEmpty()
                || ArmJson.text(body, "sku", "name").equalsIgnoreCase("Basic");
        within("rules", rules(before), rules(body), basic ? 250 : 1500, operation);
        within("frontends", count(before, "frontendIPConfigurations"), count(body, "frontendIPConfigurations"),
                basic ? 200 : 600, operation);
        Map<ArmId, ObjectNode> after = new HashMap<>(resources);
        after.put(operation.target(), body);
        within("rules per interface", perInterface(resources), perInterface(after), 300, operation);
    }

    private static void tags(JsonNode before, JsonNode after, ArmId id) {
        assertThat(after.size()).as("number of tags of %s", id.name()).isLessThanOrEqualTo(Math.max(50, before.size()));
        after.properties().forEach(tag -> {
            assertThat(tag.getKey().length()).as("name of tag %s", tag.getKey()).isLessThanOrEqualTo(512);
            assertThat(tag.getKey()).as("name of a tag").doesNotContainPattern("[<>%&\\\\?/]");
            assertThat(tag.getValue().asText().length()).as("value of tag %s", tag).isLessThanOrEqualTo(256);
        });
    }

    private static void within(String what, int before, int after, int max, Operation operation) {
        assertThat(after).as("%s of %s", what, operation.target().name()).isLessThanOrEqualTo(Math.max(max, before));
    }

    private static int rules(ObjectNode balancer) {
        return count(balancer, "loadBalancingRules") + count(balancer, "inboundNatRules");
    }

    private static int count(ObjectNode balancer, String elements) {
        return balancer.path("properties").path(elements).size();
    }

    /** The load-balancing rules of the machine or address with the most. */
    private static int perInterface(Map<ArmId, ObjectNode> resources) {
        Map<String, Integer> rules = new HashMap<>();
        Map<String, Integer> members = new HashMap<>();
        resources.forEach((id, body) -> ArmJson.list(body, "properties", "loadBalancingRules")
                .forEach(rule -> rules.merge(key(ArmJson.text(rule, "properties", "backendAddressPool", "id")), 1,
                        Integer::sum)));
        resources.forEach((id, body) -> {
            ArmJson.list(body, "properties", "backendAddressPools")
                    .forEach(pool -> ArmJson.list(pool, "properties", "loadBalancerBackendAddresses")
                            .forEach(address -> members.merge(ArmJson.text(address, "properties", "ipAddress"),
                                    rules.getOrDefault(
                                            key(id.child("backendAddressPools", ArmJson.name(pool)).toString()), 0),
                                    Integer::sum)));
            if (!id.hasType(ArmTypes.SCALE_SET))
                body.findValues("loadBalancerBackendAddressPools")
                        .stream()
                        .flatMap(list -> list.findValuesAsText("id").stream())
                        .forEach(pool -> members.merge(id.key(), rules.getOrDefault(key(pool), 0), Integer::sum));
        });
        return members.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }
}
