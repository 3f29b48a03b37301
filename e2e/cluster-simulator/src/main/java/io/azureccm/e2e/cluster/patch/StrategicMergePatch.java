package io.azureccm.e2e.cluster.patch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Named;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

/**
 * Kubernetes' strategic merge patch: like a merge patch, but lists with a patch key are merged element by element, and
 * the directives {@code $patch}, {@code $retainKeys}, {@code $setElementOrder/f} and {@code $deleteFromPrimitiveList/f}
 * apply.
 */
public record StrategicMergePatch(TypeCatalog types) {
    private static final String PATCH = "$patch";
    private static final String RETAIN = "$retainKeys";
    private static final String ORDER = "$setElementOrder/";
    private static final String DROP = "$deleteFromPrimitiveList/";

    /** The patched copy of an object of this type; the arguments are not modified. */
    public JsonNode apply(Struct struct, JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes))
            throw PatchRefused.malformed("cannot unmarshal a patch that is not an object");
        return mergeObject(new Shape(struct, null), target, changes);
    }

    /** The known fields of an object: those of a struct, or one type for all values of a map. */
    private record Shape(Struct struct, FieldType values) {
        FieldType field(String name) {
            return struct != null
                    ? struct.fields().getOrDefault(name, Scalar.ANY)
                    : values == null ? Scalar.ANY : values;
        }
    }

    private Shape shape(FieldType type) {
        return switch (type) {
            case Named named -> new Shape(types.struct(named), null);
            case MapOf map -> new Shape(null, map.value());
            case ListOf list -> new Shape(null, null);
            case Scalar scalar -> new Shape(null, null);
        };
    }

    private JsonNode mergeObject(Shape shape, JsonNode target, ObjectNode patch) {
        switch (Json.text(patch, PATCH)) {
            case "replace" -> {
                ObjectNode replaced = patch.deepCopy();
                replaced.remove(PATCH);
                return replaced;
            }
            case "delete" -> {
                return Json.object();
            }
            case "", "merge" -> {
            }
            default -> throw PatchRefused.malformed("Unknown patch type found: " + Json.text(patch, PATCH));
        }
        ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
        retain(patch, result);
        patch.properties().forEach(change -> {
            if (!change.getKey().startsWith("$"))
                mergeField(shape.field(change.getKey()), result, change.getKey(), change.getValue());
        });
        patch.properties().forEach(change -> directive(shape, result, change.getKey(), change.getValue()));
        return result;
    }

    private void mergeField(FieldType type, ObjectNode result, String name, JsonNode change) {
        JsonNode old = result.get(name);
        switch (change) {
            case JsonNode gone when gone.isNull() -> result.remove(name);
            case ObjectNode object -> result.set(name, mergeObject(shape(type), old, object));
            case ArrayNode list when type instanceof ListOf rule && rule.merge() ->
                result.set(name, mergeList(rule, old, list));
            case ArrayNode list -> result.set(name, withoutDirectives(list));
            default -> result.set(name, change.deepCopy());
        }
    }

    private void retain(ObjectNode patch, ObjectNode result) {
        if (patch.has(RETAIN)) {
            Set<String> kept = new HashSet<>(Json.texts(patch, RETAIN));
            result.properties().removeIf(field -> !kept.contains(field.getKey()));
        }
    }

    private void directive(Shape shape, ObjectNode result, String name, JsonNode value) {
        if (name.startsWith(DROP) && result.get(name.substring(DROP.length())) instanceof ArrayNode list) {
            Set<JsonNode> unwanted = new HashSet<>();
            value.forEach(unwanted::add);
            list.removeIf(unwanted::contains);
        } else if (name.startsWith(ORDER)) {
            String field = name.substring(ORDER.length());
            if (result.get(field) instanceof ArrayNode list && shape.field(field) instanceof ListOf rule)
                result.set(field, ordered(rule, list, value));
        }
    }

    private ArrayNode mergeList(ListOf rule, JsonNode old, ArrayNode patch) {
        if (!(old instanceof ArrayNode present) || present.isEmpty())
            return withoutDirectives(patch);
        ArrayNode result = present.deepCopy();
        if (rule.patchKey().isEmpty()) {
            Set<JsonNode> known = new HashSet<>();
            result.forEach(known::add);
            patch.forEach(value -> {
                if (known.add(value))
                    result.add(value);
            });
            return result;
        }
        for (JsonNode element : patch) {
            if (Json.text(element, PATCH).equals("replace"))
                return withoutDirectives(patch);
        }
        patch.forEach(element -> mergeElement(rule, result, element));
        return result;
    }

    private void mergeElement(ListOf rule, ArrayNode result, JsonNode element) {
        String key = rule.patchKey();
        if (!(element instanceof ObjectNode change) || !change.has(key))
            throw PatchRefused.malformed("map: " + element + " does not contain declared merge key: " + key);
        int at = indexOf(result, key, change.get(key));
        if (Json.text(change, PATCH).equals("delete"))
            result.removeIf(old -> same(old.get(key), change.get(key)));
        else if (at < 0)
            result.add(mergeObject(shape(rule.item()), null, change));
        else
            result.set(at, mergeObject(shape(rule.item()), result.get(at), change));
    }

    private static int indexOf(ArrayNode list, String key, JsonNode value) {
        for (int i = 0; i < list.size(); i++) {
            if (same(list.get(i).get(key), value))
                return i;
        }
        return -1;
    }

    /** Patches may contain 80 where the object has an 80 of another number type, so scalars are compared as text. */
    private static boolean same(JsonNode a, JsonNode b) {
        return a != null && b != null && a.asText().equals(b.asText());
    }

    private static ArrayNode withoutDirectives(ArrayNode list) {
        ArrayNode copy = list.deepCopy();
        copy.removeIf(element -> element instanceof ObjectNode object && object.has(PATCH));
        return copy;
    }

    /** Elements named in the order come first, in that order; others stay after the neighbour they followed. */
    private static ArrayNode ordered(ListOf rule, ArrayNode list, JsonNode order) {
        List<JsonNode> left = new ArrayList<>();
        list.forEach(left::add);
        ArrayNode result = Json.array();
        for (JsonNode wanted : order) {
            JsonNode key = rule.patchKey().isEmpty() ? wanted : wanted.get(rule.patchKey());
            while (!left.isEmpty() && !named(rule, left.getFirst(), order))
                result.add(left.removeFirst());
            for (int i = 0; i < left.size(); i++) {
                if (same(keyOf(rule, left.get(i)), key)) {
                    result.add(left.remove(i));
                    break;
                }
            }
        }
        left.forEach(result::add);
        return result;
    }

    private static boolean named(ListOf rule, JsonNode element, JsonNode order) {
        for (JsonNode wanted : order) {
            if (same(keyOf(rule, element), rule.patchKey().isEmpty() ? wanted : wanted.get(rule.patchKey())))
                return true;
        }
        return false;
    }

    private static JsonNode keyOf(ListOf rule, JsonNode element) {
        return rule.patchKey().isEmpty() ? element : element.get(rule.patchKey());
    }
}
