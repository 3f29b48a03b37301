package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ResourceTags;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Splits an ARM resource, observed or to be sent, into the parts that changes of plans name. */
@FunctionalInterface
public interface PartsReader {
    Map<Part, JsonNode> read(ArmId id, ObjectNode body);

    /** The resource that contains the target of a write: its parent for a backend pool that is written separately. */
    default ArmId shownBy(ArmId target) {
        return Elements.isPool(target) ? target.parent().orElse(target) : target;
    }

    /** Named elements of the known arrays, tags, and the resource without them. */
    PartsReader ELEMENTS = Elements::read;

    /** Where resources contain named elements. */
    final class Elements {
        private static final Map<String, String> ARRAYS = Map.of("frontendIPConfigurations", "frontend",
                "backendAddressPools", Part.POOL, "loadBalancingRules", "rule", "probes", "probe", "securityRules",
                "rule",
                "routes", "route");

        private Elements() {}

        private static Map<Part, JsonNode> read(ArmId id, ObjectNode body) {
            Map<Part, JsonNode> parts = new HashMap<>();
            if (isPool(id)) {
                parts.put(new Part(Part.POOL, id.name()), body);
                return parts;
            }
            JsonNode properties = body.path("properties");
            ARRAYS.forEach((property, element) -> properties.path(property)
                    .forEach(each -> parts.put(new Part(element, each.path("name").asText()), each)));
            ResourceTags.of(body).forEach((key, value) -> parts.put(new Part(Part.TAG, key), TextNode.valueOf(value)));
            parts.put(Part.RESOURCE, withoutElements(body));
            return parts;
        }

        private static ObjectNode withoutElements(ObjectNode body) {
            ObjectNode rest = body.objectNode();
            body.properties().forEach(field -> {
                if (!Set.of("tags", "properties").contains(field.getKey()))
                    rest.set(field.getKey(), field.getValue());
            });
            ObjectNode properties = rest.putObject("properties");
            body.path("properties").properties().forEach(field -> {
                if (!ARRAYS.containsKey(field.getKey()))
                    properties.set(field.getKey(), field.getValue());
            });
            return rest;
        }

        private static boolean isPool(ArmId target) {
            return target.hasType("Microsoft.Network/loadBalancers/backendAddressPools");
        }
    }
}
