package io.azureccm.common.record.value;

import static io.azureccm.common.record.value.SharedValueWriter.MIN_LENGTH;
import static io.azureccm.common.record.value.SharedValueWriter.OF_REFERENCE;
import static io.azureccm.common.record.value.SharedValueWriter.REFERENCE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the lines of a {@link SharedValueWriter} whole again, in their order. Not thread-safe. */
public final class SharedValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** A value as read, and the length of what was written. */
    private record Read(JsonNode json, int length) {}

    private final List<JsonNode> values = new ArrayList<>();

    /** The value that was written. */
    public JsonNode read(JsonNode json) {
        return whole(json).json();
    }

    private Read whole(JsonNode json) {
        if (json instanceof ObjectNode object && object.size() == 1 && object.has(REFERENCE)) {
            JsonNode value = object.get(REFERENCE);
            if (value.isInt())
                return new Read(values.get(value.asInt()), OF_REFERENCE);
            return numbered(members((ObjectNode) value.get(0)));
        }
        return switch (json) {
            case ObjectNode object -> numbered(members(object));
            case ArrayNode array -> numbered(elements(array));
            default -> new Read(json, json.toString().length());
        };
    }

    private Read members(ObjectNode object) {
        ObjectNode whole = NODES.objectNode();
        int length = 2;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Read member = whole(field.getValue());
            whole.set(field.getKey(), member.json());
            length += field.getKey().length() + 4 + member.length();
        }
        return new Read(whole, length);
    }

    private Read elements(ArrayNode array) {
        ArrayNode whole = NODES.arrayNode(array.size());
        int length = 2;
        for (JsonNode each : array) {
            Read element = whole(each);
            whole.add(element.json());
            length += 1 + element.length();
        }
        return new Read(whole, length);
    }

    private Read numbered(Read value) {
        if (value.length() >= MIN_LENGTH)
            values.add(value.json());
        return value;
    }
}
