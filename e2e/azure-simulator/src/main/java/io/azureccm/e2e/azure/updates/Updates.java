package io.azureccm.e2e.azure.updates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.updates.PropertyRule.LeftOut;
import io.azureccm.e2e.azure.wire.ArmError;
import java.util.List;
import java.util.Set;

/**
 * Applies {@link UpdateRules}: the only place where the bodies of PUT and PATCH are merged with the stored resource.
 */
public final class Updates {
    /** Maps with user-defined names, which are replaced as a whole. */
    private static final Set<String> MAPS = Set.of("tags");

    private Updates() {}

    /**
     * Adds to the body of a PUT what the rules keep. Nothing is needed for what is cleared; rejections come from the
     * checks of the type, which see the body without the property.
     */
    public static void put(String type, ObjectNode body, ObjectNode stored) {
        for (PropertyRule rule : UpdateRules.of(type)) {
            if (rule.property().contains("[]"))
                continue;
            boolean readOnly = rule.leftOut() == LeftOut.READ_ONLY;
            if (readOnly || rule.leftOut() == LeftOut.KEPT)
                keep(body, stored, rule.path(), readOnly);
        }
    }

    private static void keep(ObjectNode body, ObjectNode stored, List<String> path, boolean readOnly) {
        String name = path.getFirst();
        JsonNode old = stored.get(name);
        if (path.size() > 1) {
            if (old instanceof ObjectNode below) {
                ObjectNode into = body.get(name) instanceof ObjectNode object ? object : body.putObject(name);
                keep(into, below, path.subList(1, path.size()), readOnly);
            }
            return;
        }
        if (readOnly)
            body.remove(name);
        if (old != null)
            member(body, name, old);
    }

    private static void member(ObjectNode body, String name, JsonNode old) {
        if (!body.has(name))
            body.set(name, old.deepCopy());
        else if (body.get(name) instanceof ObjectNode object && old instanceof ObjectNode before
                && !MAPS.contains(name))
            before.properties().forEach(entry -> member(object, entry.getKey(), entry.getValue()));
    }

    /** The stored body with the PATCH applied, or a rejection. */
    public static ObjectNode patch(String type, ObjectNode stored, ObjectNode patch) {
        ObjectNode body = stored.deepCopy();
        if (UpdateRules.patch(type) == PatchEffect.TAGS_ONLY) {
            if (patch.has("properties"))
                throw ArmError.of("OnlyTagsSupportedForPatch");
            if (patch.has("tags"))
                body.set("tags", patch.get("tags"));
            return body;
        }
        ObjectNode merged = patch.deepCopy();
        stored.properties().forEach(entry -> member(merged, entry.getKey(), entry.getValue()));
        return merged;
    }
}
