package io.azureccm.e2e.cluster.patch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;

/**
 * Kubernetes' strategic merge patch: like a merge patch, but lists with a patch key are merged element by element, and
 * the directives {@code $patch}, {@code $retainKeys}, {@code $setElementOrder/f} and {@code $deleteFromPrimitiveList/f}
 * apply.
 */
public final class StrategicMergePatch {
    private static final String PATCH = "$patch";
    private static final String RETAIN = "$retainKeys";
    private static final String ORDER = "$setElementOrder/";
    private static final String DROP = "$deleteFromPrimitiveList/";

    private StrategicMergePatch() {}

    /** The patched copy of an object of this type; the arguments are not modified. */
    public static JsonNode apply(FieldType type, JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes))
            throw ApiError.badRequest("cannot unmarshal a patch that is not an object");
        return mergeObject(type, target, changes);
    }

    private static JsonNode mergeObject(FieldType type, JsonNode target, ObjectNode patch) {
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
            default -> throw ApiError.badRequest("Unknown patch type found: " + Json.text(patch, PATCH));
        }
        ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
        retain(patch, result);
        patch.properties().forEach(change -> {
            if (!change.getKey().startsWith("$"))
                mergeField(type.field(change.getKey()), result, change.getKey(), change.getValue());
        });
        patch.properties().forEach(change -> directive(type, result, change.getKey(), change.getValue()));
        return result;
    }

    private static void mergeField(FieldType type, ObjectNode result, String name, JsonNode change) {
        JsonNode old = result.get(name);
        switch (change) {
            case JsonNode gone when gone.isNull() -> result.remove(name);
            case ObjectNode object -> result.set(name, mergeObject(type, old, object));
            case ArrayNode list when type instanceof ListOf rule && rule.merge() ->
                result.set(name, mergeList(rule, old, list));
            case ArrayNode list -> result.set(name, withoutDirectives(list));
            default -> result.set(name, change.deepCopy());
        }
    }

    private static void retain(ObjectNode patch, ObjectNode result) {
        if (patch.has(RETAIN)) {
            Set<String> kept = new HashSet<>(Json.texts(patch, RETAIN));
            result.properties().removeIf(field -> !kept.contains(field.getKey()));
        }
    }

    private static void directive(FieldType type, ObjectNode result, String name, JsonNode value) {
        if (name.startsWith(DROP) && result.get(name.substring(DROP.length())) instanceof ArrayNode list) {
            Set<JsonNode> unwanted = new HashSet<>();
            value.forEach(unwanted::add);
            list.removeIf(unwanted::contains);
        } else if (name.startsWith(ORDER)) {
            String field = name.substring(ORDER.length());
            if (result.get(field) instanceof ArrayNode list && type.field(field) instanceof ListOf rule)
                result.set(field, ordered(rule, list, value));
        }
    }

    private static ArrayNode mergeList(ListOf rule, JsonNode old, ArrayNode patch) {
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

    private static void mergeElement(ListOf rule, ArrayNode result, JsonNode element) {
        String key = rule.patchKey();
        if (!(element instanceof ObjectNode change) || !change.has(key))
            throw ApiError.badRequest("map: " + element + " does not contain declared merge key: " + key);
        int at = indexOf(result, key, change.get(key));
        if (Json.text(change, PATCH).equals("delete"))
            result.removeIf(old -> same(old.get(key), change.get(key)));
        else if (at < 0)
            result.add(mergeObject(rule.item(), null, change));
        else
            result.set(at, mergeObject(rule.item(), result.get(at), change));
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
        List<String> keys = order.valueStream().map(wanted -> keyOf(rule, wanted)).toList();
        List<JsonNode> left = new ArrayList<>(list.valueStream().toList());
        ArrayNode result = Json.array();
        for (String key : keys) {
            while (!left.isEmpty() && !keys.contains(keyOf(rule, left.getFirst())))
                result.add(left.removeFirst());
            left.stream().filter(element -> keyOf(rule, element).equals(key)).findFirst().ifPresent(element -> {
                left.remove(element);
                result.add(element);
            });
        }
        left.forEach(result::add);
        return result;
    }

    private static String keyOf(ListOf rule, JsonNode element) {
        return rule.patchKey().isEmpty() ? element.asText() : Json.text(element, rule.patchKey());
    }
}
