package io.azureccm.e2e.cluster.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. */
public final class MergePatch {
    private MergePatch() {}

    /** The patched copy; the arguments are not modified. */
    public static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes))
            return patch.deepCopy();
        ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
        changes.properties().forEach(change -> {
            if (change.getValue().isNull())
                result.remove(change.getKey());
            else
                result.set(change.getKey(), apply(result.get(change.getKey()), change.getValue()));
        });
        return result;
    }
}
