package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Makes one resource of what several cases expect of it, for a {@link ReferenceEstate}. */
final class SharedResources {
    private static final String NETWORK = "microsoft.network/";

    private SharedResources() {}

    /** What two cases expect of the resource with this key ({@code microsoft.network/TYPE/NAME}), together; changes and returns {@code one}. */
    static ObjectNode merge(String key, ObjectNode one, ObjectNode other) {
        if (key.startsWith(NETWORK + "loadbalancers/")) {
            for (String part : List.of("frontendIPConfigurations", "loadBalancingRules", "probes"))
                other.at("/properties/" + part).forEach(one.withObject("/properties").withArray(part)::add);
            mergeByName(one, other, "backendAddressPools", (mine, theirs) -> theirs.at("/properties/loadBalancingRules")
                    .forEach(mine.withObject("/properties").withArray("loadBalancingRules")::add));
        } else if (key.startsWith(NETWORK + "networksecuritygroups/")) {
            mergeByName(one, other, "securityRules", SharedResources::lead);
        } else if (!one.equals(other)) {
            throw new IllegalStateException(key + " is expected in two ways");
        }
        return one;
    }

    private static void mergeByName(ObjectNode one, ObjectNode other, String part,
            BiConsumer<ObjectNode, ObjectNode> both) {
        ArrayNode all = one.withObject("/properties").withArray(part);
        for (JsonNode theirs : other.at("/properties/" + part)) {
            Function<JsonNode, String> name = each -> each.path("name").asText();
            JsonNode mine = null;
            for (JsonNode each : all)
                mine = name.apply(each).equals(name.apply(theirs)) ? each : mine;
            if (mine == null)
                all.add(theirs);
            else
                both.accept((ObjectNode) mine, (ObjectNode) theirs);
        }
    }

    /** One security rule to the addresses of both. */
    private static void lead(ObjectNode one, ObjectNode other) {
        Set<String> all = new TreeSet<>();
        for (ObjectNode rule : List.of(one, other)) {
            rule.at("/properties/destinationAddressPrefixes").forEach(each -> all.add(each.asText()));
            if (rule.at("/properties").has("destinationAddressPrefix"))
                all.add(rule.at("/properties/destinationAddressPrefix").asText());
        }
        ObjectNode properties = (ObjectNode) one.path("properties");
        properties.remove("destinationAddressPrefix");
        all.forEach(properties.putArray("destinationAddressPrefixes")::add);
    }

    /** Each rule one of its own, in the order of the cases: allowing ones upwards, denying ones downwards. */
    static void priorities(JsonNode rules) {
        int allow = 500;
        int deny = 4095;
        for (JsonNode rule : rules) {
            ObjectNode properties = (ObjectNode) rule.path("properties");
            properties.put("priority", properties.path("access").asText().equals("Allow") ? allow++ : deny--);
        }
    }
}
