package io.azureccm.common.record.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/**
 * Fields of Azure's resources that may contain secrets are left out of records, at any depth but in tags, whose names users choose and
 * planners compare; no planner reads them.
 */
public final class SecretFields {
    public static final Set<String> FIELDS = Set.of("adminPassword", "customData", "userData", "secrets",
            "protectedSettings", "extensionProfile", "linuxConfiguration", "windowsConfiguration");

    private SecretFields() {}

    /** A copy of what {@link SharedValueWriter} writes. */
    public static JsonNode without(JsonNode json) {
        return without(json, FIELDS);
    }

    /** A copy without these fields at any depth but in tags. */
    public static JsonNode without(JsonNode json, Set<String> fields) {
        return switch (json) {
            case ObjectNode object -> {
                ObjectNode rest = JsonNodeFactory.instance.objectNode();
                object.properties().forEach(each -> {
                    if (!fields.contains(each.getKey()))
                        rest.set(each.getKey(),
                                each.getKey().equals("tags") ? each.getValue() : without(each.getValue(), fields));
                });
                yield rest;
            }
            case ArrayNode array -> {
                ArrayNode rest = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(each -> rest.add(without(each, fields)));
                yield rest;
            }
            default -> json;
        };
    }
}
