package io.azureccm.e2e.cluster.schema;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/**
 * Decodes a tree as a type: drops unknown fields (and lists them), normalises times and finds values of the wrong kind.
 */
public final class TypeCheck {
    private final List<String> unknown = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    private TypeCheck() {}

    /** Unknown fields by path, and messages about wrong values; the object has been pruned in place. */
    public record Findings(List<String> unknown, List<String> wrong) {}

    public static Findings prune(Struct struct, ObjectNode object) {
        TypeCheck check = new TypeCheck();
        check.object(struct, object, "");
        return new Findings(check.unknown, check.wrong);
    }

    private void object(Struct struct, ObjectNode object, String path) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            var field = fields.next();
            String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            FieldType type = struct.fields().get(field.getKey());
            if (type == Scalar.TIME && field.getValue().isTextual()) {
                Times.normalised(field.getKey(), field.getValue().textValue())
                        .ifPresentOrElse(time -> field.setValue(TextNode.valueOf(time)),
                                () -> wrong.add("parsing time \""
                                        + field.getValue().textValue()
                                        + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse " + at));
            } else if (type != null) {
                value(type, field.getValue(), at);
            } else if (!struct.open()) {
                unknown.add(at);
                fields.remove();
            }
        }
    }

    private void value(FieldType type, JsonNode value, String path) {
        if (value.isNull())
            return;
        switch (type) {
            case Scalar scalar -> scalar(scalar, value, path);
            case Struct struct when value instanceof ObjectNode object -> object(struct, object, path);
            case MapOf map when value.isObject() -> value.properties()
                    .forEach(entry -> value(map.value(), entry.getValue(), path + "." + entry.getKey()));
            case ListOf list when value.isArray() -> {
                for (int i = 0; i < value.size(); i++) {
                    String at = path + "[" + i + "]";
                    if (value.get(i).isNull() && list.item() != Scalar.ANY)
                        wrong.add("null is not allowed as an element of " + path);
                    value(list.item(), value.get(i), at);
                }
            }
            case Struct struct -> mismatch(value, path, struct.name());
            case MapOf map -> mismatch(value, path, "map");
            case ListOf list -> mismatch(value, path, "list");
        }
    }

    private void scalar(Scalar scalar, JsonNode value, String path) {
        boolean fits = switch (scalar) {
            case STRING, TIME, BYTES -> value.isTextual();
            case INTSTR -> value.isIntegralNumber() || value.isTextual();
            case QUANTITY -> value.isNumber() || value.isTextual();
            case INT -> value.isIntegralNumber();
            case NUMBER -> value.isNumber();
            case BOOL -> value.isBoolean();
            case ANY -> true;
        };
        if (!fits)
            mismatch(value, path, scalar == Scalar.BOOL ? "bool" : scalar == Scalar.INT ? "int32" : "string");
    }

    private void mismatch(JsonNode value, String path, String wanted) {
        String got = switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "bool";
            case NUMBER -> "number";
            case STRING -> "string";
            default -> "object";
        };
        wrong.add("json: cannot unmarshal " + got + " into Go struct field ." + path + " of type " + wanted);
    }
}
