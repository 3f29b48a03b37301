package io.azureccm.e2e.cluster.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** An entry of {@code metadata.managedFields}: the owner of fields, the kind of write, and the subresource. */
record FieldOwner(String manager, String operation, String apiVersion, String subresource, String time,
        FieldPaths fields) {
    static final String APPLY = "Apply";
    static final String UPDATE = "Update";

    static FieldOwner parse(JsonNode entry) {
        return new FieldOwner(Json.text(entry, "manager"), Json.text(entry, "operation"),
                Json.text(entry, "apiVersion"),
                Json.text(entry, "subresource"), Json.text(entry, "time"), FieldPaths.parse(entry.get("fieldsV1")));
    }

    ObjectNode json() {
        ObjectNode entry = Json.object()
                .put("manager", manager)
                .put("operation", operation)
                .put("apiVersion", apiVersion);
        if (!time.isEmpty())
            entry.put("time", time);
        entry.put("fieldsType", "FieldsV1").set("fieldsV1", fields.json());
        if (!subresource.isEmpty())
            entry.put("subresource", subresource);
        return entry;
    }

    boolean isSameAs(FieldOwner other) {
        return manager.equals(other.manager) && operation.equals(other.operation)
                && subresource.equals(other.subresource);
    }

    FieldOwner with(FieldPaths newFields, String newTime) {
        return newFields.equals(fields)
                ? this
                : new FieldOwner(manager, operation, apiVersion, subresource, newTime, newFields);
    }

    /** Its name in conflict messages. */
    String described() {
        return "\"" + manager + "\"" + (subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"")
                + " using " + apiVersion;
    }
}
