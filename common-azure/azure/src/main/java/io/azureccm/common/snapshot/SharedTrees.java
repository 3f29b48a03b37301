package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Replaces the parts of a new tree that are equal to the previous one with the previous nodes: a resource of which one
 * element changed keeps the nodes of all others. Two versions take little more memory than one, and comparisons find
 * identical nodes.
 */
final class SharedTrees {
    private SharedTrees() {}

    /** The previous tree if both are equal, otherwise the new one, modified in place; it must not be shared yet. */
    static ObjectNode keeping(ObjectNode before, ObjectNode now) {
        if (before == null || before == now)
            return now;
        if (before.equals(now))
            return before;
        for (Map.Entry<String, JsonNode> field : now.properties()) {
            JsonNode old = before.get(field.getKey());
            if (old != null)
                field.setValue(keeping(old, field.getValue()));
        }
        return now;
    }

    private static JsonNode keeping(JsonNode before, JsonNode now) {
        if (before instanceof ObjectNode old && now instanceof ObjectNode fresh)
            return keeping(old, fresh);
        if (before instanceof ArrayNode old && now instanceof ArrayNode fresh)
            return keeping(old, fresh);
        return before.equals(now) ? before : now;
    }

    /** Elements are matched by name if they have one, otherwise by position. */
    private static ArrayNode keeping(ArrayNode before, ArrayNode now) {
        if (before.equals(now))
            return before;
        Map<String, JsonNode> named = new HashMap<>();
        before.forEach(element -> named.put(element.path("name").asText(""), element));
        for (int i = 0; i < now.size(); i++) {
            JsonNode element = now.get(i);
            String name = element.path("name").asText("");
            JsonNode old = name.isEmpty() ? before.get(i) : named.get(name);
            if (old != null)
                now.set(i, keeping(old, element));
        }
        return now;
    }
}
