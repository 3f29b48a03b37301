package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;

/**
 * A resource before it is stored: the body sent by the client, which the type completes and checks in place.
 *
 * @param body mutable working copy
 * @param hidden working copy of the server-side data, taken from the existing resource
 * @param lenient true for seeds: nothing is rejected, references may point to later resources
 */
public record Draft(ResourceId id, ObjectNode body, ObjectNode hidden, Optional<Resource> existing, World world,
        boolean lenient) {

    public ObjectNode properties() {
        return Json.properties(body);
    }

    public ObjectNode oldProperties() {
        return existing.map(Resource::properties).orElseGet(Json::object);
    }

    public String childId(String segment, String name) {
        return id.text() + "/" + segment + "/" + name;
    }

    /** A value that only the server sets: taken from the existing resource, or else created now. */
    public void serverValue(String property, java.util.function.Supplier<Object> make) {
        JsonNode old = oldProperties().get(property);
        if (old != null) {
            properties().set(property, old);
        } else if (!lenient || properties().get(property) == null) {
            properties().set(property, Json.tree(make.get()));
        }
    }

    public void resourceGuid() {
        serverValue("resourceGuid", () -> world.guids().next());
    }

    public void defaultValue(String property, Object value) {
        Json.putIfAbsent(properties(), property, value);
    }

    /** Reduces a reference, which clients may send as the complete object, to its ID. */
    public static void reduceToId(ObjectNode owner, String member) {
        JsonNode value = owner.get(member);
        if (value instanceof ObjectNode) {
            Optional<String> id = Json.text(value, "id");
            if (id.isPresent()) {
                owner.set(member, Json.idObject(id.get()));
            } else {
                owner.remove(member);
            }
        }
    }

    public static void reduceAllToIds(ObjectNode owner, String member) {
        if (owner.get(member) instanceof ArrayNode array) {
            ArrayNode ids = Json.array();
            array.forEach(item -> Json.text(item, "id").ifPresent(id -> ids.add(Json.idObject(id))));
            owner.set(member, ids);
        }
    }

    /** Removes what the server computes each time a child is rendered. */
    public static void dropComputed(ObjectNode child, String... properties) {
        child.remove("etag");
        child.remove("type");
        child.remove("id");
        ObjectNode of = Json.properties(child);
        of.remove("provisioningState");
        for (String property : properties) {
            of.remove(property);
        }
    }
}
