package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
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

    public Draft(ResourceId id, ObjectNode body, Optional<Resource> existing, World world, boolean lenient) {
        this(existing.map(Resource::id).orElse(id), body,
                existing.map(old -> old.hidden().deepCopy()).orElseGet(Json::object), existing, world, lenient);
    }

    public ObjectNode properties() {
        return Json.properties(body);
    }

    public ObjectNode oldProperties() {
        return existing.map(Resource::properties).orElseGet(Json::object);
    }

    public String childId(String segment, String name) {
        return id.text() + "/" + segment + "/" + name;
    }

    public String childId(String segment, ObjectNode child) {
        return childId(segment, Json.name(child));
    }

    /** A value that only the server sets: taken from the existing resource, or else created now. */
    public void serverValue(String property, java.util.function.Supplier<Object> make) {
        JsonNode old = oldProperties().get(property);
        if (old != null)
            properties().set(property, old);
        else if (!lenient || properties().get(property) == null)
            properties().set(property, Json.tree(make.get()));
    }

    /** Rejects a new resource beyond the limit per subscription for its type. */
    public void withinSubscription(Limits.Row row, String refusal) {
        if (existing.isEmpty())
            within(row, world.store().list(id.subscription(), null, id.type()).size() + 1, refusal);
    }

    /** Rejects a value that exceeds the limit; the message has the limit and the ID. */
    public void within(Limits.Row row, int value, String refusal) {
        world.within(row, value, refusal, id);
    }

    /** Reduces references, alone or in arrays, which clients may send as complete objects, to their IDs. */
    public static void reduceToIds(ObjectNode owner, String member) {
        if (owner.get(member) instanceof ArrayNode array) {
            List<String> ids = Json.ids(owner, member);
            array.removeAll();
            ids.forEach(id -> array.add(Json.idObject(id)));
        } else if (owner.get(member) instanceof ObjectNode) {
            Json.text(owner, member, "id")
                    .ifPresentOrElse(id -> owner.set(member, Json.idObject(id)), () -> owner.remove(member));
        }
    }
}
