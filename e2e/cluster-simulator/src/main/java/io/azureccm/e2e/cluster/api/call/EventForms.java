package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.schema.ResourceType;
import java.util.Map;

/** Events are stored in the core format and served in two groups; this renames the fields between them. */
public final class EventForms {
    private static final Map<String, String> CORE_TO_GROUP = Map.of("involvedObject", "regarding", "message", "note",
            "reportingComponent", "reportingController", "source", "deprecatedSource", "firstTimestamp",
            "deprecatedFirstTimestamp", "lastTimestamp", "deprecatedLastTimestamp", "count", "deprecatedCount");

    private EventForms() {}

    static boolean applies(ResourceType type) {
        return type.group().equals("events.k8s.io");
    }

    /** A copy in the format of the requested version. */
    public static ObjectNode shown(ResourceType type, ObjectNode stored) {
        if (!applies(type))
            return stored;
        ObjectNode shown = stored.deepCopy().put("apiVersion", type.apiVersion());
        CORE_TO_GROUP.forEach((core, group) -> rename(shown, core, group));
        return shown;
    }

    /** The stored format of an object sent in this version; edits in place. */
    public static ObjectNode stored(ResourceType type, ObjectNode sent) {
        if (applies(type)) {
            CORE_TO_GROUP.forEach((core, group) -> rename(sent, group, core));
            sent.put("apiVersion", "v1");
        }
        return sent;
    }

    private static void rename(ObjectNode object, String from, String to) {
        if (object.has(from))
            object.set(to, object.remove(from));
    }
}
