package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What the resources of a type, or the children of one, have in common.
 *
 * @param computed properties that a body cannot set, because they are computed whenever the resource is shown
 * @param references properties that refer to other resources, alone or in an array
 * @param links properties that refer to parts of the same resource, or to what is not simulated
 * @param defaults the members that it gets if it does not have them
 * @param inUse the refusal of its removal while others refer to it; empty if they need not keep it
 */
public record Shape(List<String> computed, List<String> references, List<String> links, JsonNode defaults,
        String inUse) {
    public static final Shape PLAIN = new Shape(List.of(), List.of(), List.of(), Json.object(), "");

    public Shape computed(String... properties) {
        return new Shape(List.of(properties), references, links, defaults, inUse);
    }

    public Shape references(String... properties) {
        return new Shape(computed, List.of(properties), links, defaults, inUse);
    }

    public Shape links(String... properties) {
        return new Shape(computed, references, List.of(properties), defaults, inUse);
    }

    public Shape defaults(String json) {
        return new Shape(computed, references, links, Json.parse(json), inUse);
    }

    public Shape inUse(String refusal) {
        return new Shape(computed, references, links, defaults, refusal);
    }

    /** The refusal of a removal has the first user, the ID and the name. */
    void requireUnused(World world, String id) {
        if (!inUse.isEmpty())
            ArmError.refuseFirst(world.users(id), inUse, id, ResourceId.lastName(id));
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
