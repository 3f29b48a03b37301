package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Map;

/** Merges a patch into a resource: null removes, arrays of named items merge by name, everything else is replaced. */
public final class Merge {
    private Merge() {}

    public static ObjectNode into(ObjectNode target, ObjectNode patch) {
        for (Map.Entry<String, JsonNode> entry : patch.properties()) {
            JsonNode old = target.get(entry.getKey());
            JsonNode value = entry.getValue();
            if (value.isNull())
                target.remove(entry.getKey());
            else if (value instanceof ObjectNode object && old instanceof ObjectNode known)
                into(known, object);
            else if (value instanceof ArrayNode items && old instanceof ArrayNode known && named(items))
                items.forEach(item -> mergeItem(known, (ObjectNode) item));
            else
                target.set(entry.getKey(), value.deepCopy());
        }
        return target;
    }

    private static boolean named(ArrayNode items) {
        return !items.isEmpty() && items.valueStream().allMatch(item -> item.isObject() && item.has("name"));
    }

    /** An item with {@code "$remove": true} removes the item with that name. */
    private static void mergeItem(ArrayNode known, ObjectNode item) {
        int index = Json.indexOf(known, Json.name(item));
        if (index < 0)
            known.add(item.deepCopy());
        else if (Json.isTrue(item, "$remove"))
            known.remove(index);
        else
            into((ObjectNode) known.get(index), item);
    }
}
