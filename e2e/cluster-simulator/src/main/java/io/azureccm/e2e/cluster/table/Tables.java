package io.azureccm.e2e.cluster.table;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;

/** Builds {@code meta.k8s.io/v1 Table}s, which kubectl prints. */
public final class Tables {
    private Tables() {}

    /** A table of the items; {@code include} is None, Metadata (default) or Object. */
    public static ObjectNode of(ResourceType type, ArrayNode items, String include) {
        ObjectNode table = Json.object().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        List<Column> columns = Columns.of(type);
        ArrayNode definitions = table.putArray("columnDefinitions");
        for (Column column : columns)
            definitions.addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.name().equals("Name") ? "name" : "")
                    .put("description", column.name() + " of the " + type.kind())
                    .put("priority", column.wide() ? 1 : 0);
        ArrayNode rows = table.putArray("rows");
        items.forEach(item -> rows.add(row(columns, (ObjectNode) item, include)));
        return table;
    }

    /** Only the metadata of an object. */
    public static ObjectNode partial(ObjectNode object) {
        ObjectNode partial = Json.object().put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
        partial.set("metadata", object.get("metadata"));
        return partial;
    }

    private static ObjectNode row(List<Column> columns, ObjectNode item, String include) {
        ObjectNode row = Json.object();
        ArrayNode cells = row.putArray("cells");
        for (Column column : columns) {
            Object cell = column.cell().apply(item);
            if (cell instanceof Integer number)
                cells.add(number);
            else
                cells.add(String.valueOf(cell));
        }
        JsonNode object = switch (include) {
            case "None" -> null;
            case "Object" -> item;
            default -> partial(item);
        };
        if (object != null)
            row.set("object", object);
        return row;
    }
}
