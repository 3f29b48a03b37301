package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What Azure does to each resource of a type, or to each child of one, before it is stored.
 *
 * @param computed properties that a body cannot set, because they are computed whenever the resource is shown
 * @param references properties that refer to other resources, alone or in an array
 * @param links properties that refer to parts of the same resource, or to what is not simulated
 * @param defaults the members that it gets if it does not have them
 */
public record Shape(List<String> computed, List<String> references, List<String> links, JsonNode defaults) {
    public static final Shape PLAIN = new Shape(List.of(), List.of(), List.of(), Json.object());

    public Shape computed(String... properties) {
        return new Shape(List.of(properties), references, links, defaults);
    }

    public Shape references(String... properties) {
        return new Shape(computed, List.of(properties), links, defaults);
    }

    public Shape links(String... properties) {
        return new Shape(computed, references, List.of(properties), defaults);
    }

    public Shape defaults(String json) {
        return new Shape(computed, references, links, Json.parse(json));
    }

    /** Clients may send complete objects as references; only their IDs are kept. */
    public void complete(ObjectNode body) {
        ObjectNode properties = Json.properties(body);
        properties.remove(computed);
        references.forEach(member -> Draft.reduceToIds(properties, member));
        links.forEach(member -> Draft.reduceToIds(properties, member));
        Json.fillIn(body, defaults);
    }

    /** A reference to a subnet has the private address in it. */
    public List<Reference> references(String from, ObjectNode body) {
        List<Reference> found = new ArrayList<>();
        for (String member : references) {
            String address = member.equals("subnet") ? Json.textOr(body, "", "properties", "privateIPAddress") : "";
            Json.ids(body.get("properties"), member).forEach(to -> found.add(new Reference(from, to, address)));
        }
        return found;
    }
}
