package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.table.Tables;
import java.util.Locale;

/**
 * The requested format of objects: complete, as rows of a table, or only their metadata. Chosen from the Accept header,
 * first match wins.
 */
public enum Representation {
    WHOLE, TABLE, METADATA;

    private static final String META = "meta.k8s.io/v1";

    public static Representation of(ResourceCall call) {
        String accept = call.http().header("accept").toLowerCase(Locale.ROOT);
        if (accept.isEmpty())
            return WHOLE;
        for (String range : accept.split(",")) {
            String plain = range.replace(" ", "");
            if (!plain.startsWith("application/json") && !plain.startsWith("*/*")
                    && !plain.startsWith("application/*"))
                continue;
            if (plain.contains("as=table"))
                return TABLE;
            if (plain.contains("as=partialobjectmetadata"))
                return METADATA;
            if (!plain.contains("as="))
                return WHOLE;
        }
        throw ApiError.of(406, "NotAcceptable",
                "only the following media types are accepted: application/json, application/json;stream=watch");
    }

    /** One object in the response to a get or in a watch event. */
    public ObjectNode one(ResourceCall call, ObjectNode stored) {
        ObjectNode shown = EventForms.shown(call.type(), stored);
        return switch (this) {
            case WHOLE -> shown;
            case METADATA -> Tables.partial(shown);
            case TABLE -> table(call, Json.array().add(shown), Json.object());
        };
    }

    /** A list with its list metadata. */
    public ObjectNode list(ResourceCall call, ArrayNode items, ObjectNode metadata) {
        if (this == TABLE)
            return table(call, items, metadata);
        boolean whole = this == WHOLE;
        ObjectNode list = Json.object();
        list.put("kind", whole ? call.type().kind() + "List" : "PartialObjectMetadataList");
        list.put("apiVersion", whole ? call.type().apiVersion() : META);
        list.set("metadata", metadata);
        ArrayNode shown = list.putArray("items");
        items.forEach(item -> shown.add(whole ? item : Tables.partial((ObjectNode) item)));
        return list;
    }

    private static ObjectNode table(ResourceCall call, ArrayNode items, ObjectNode metadata) {
        ObjectNode table = Tables.of(call.type(), items, call.http().param("includeObject"));
        if (items.size() == 1 && metadata.isEmpty())
            metadata.put("resourceVersion", Json.text(items.get(0), "metadata", "resourceVersion"));
        table.set("metadata", metadata);
        return table;
    }
}
