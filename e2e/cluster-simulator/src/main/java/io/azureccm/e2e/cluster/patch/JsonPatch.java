package io.azureccm.e2e.cluster.patch;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** JSON patch (RFC 6902). An operation that does not apply, including a failed test, rejects the entire patch. */
public final class JsonPatch {
    private JsonPatch() {}

    /** The patched copy; the arguments are not modified. */
    public static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isArray()) {
            throw PatchRefused.malformed("cannot unmarshal object into Go value of type jsonpatch.Patch");
        }
        ObjectNode holder = Json.object();
        holder.set("", target.deepCopy());
        for (JsonNode operation : patch) {
            applyOne(holder, operation);
        }
        return holder.get("");
    }

    private static void applyOne(ObjectNode holder, JsonNode operation) {
        List<String> path = pointer(Json.text(operation, "path"));
        JsonNode value = operation.get("value");
        switch (Json.text(operation, "op")) {
            case "add" -> add(holder, path, copy(value));
            case "remove" -> remove(holder, path, "remove");
            case "replace" -> {
                read(holder, path, "replace");
                set(holder, path, copy(value));
            }
            case "move" -> {
                List<String> from = pointer(Json.text(operation, "from"));
                JsonNode moved = read(holder, from, "move");
                remove(holder, from, "move");
                add(holder, path, moved);
            }
            case "copy" -> add(holder, path, read(holder, pointer(Json.text(operation, "from")), "copy").deepCopy());
            case "test" -> test(holder, path, value, Json.text(operation, "path"));
            default -> throw PatchRefused.malformed("Unexpected kind: " + Json.text(operation, "op"));
        }
    }

    private static JsonNode copy(JsonNode value) {
        return value == null ? Json.object().nullNode() : value.deepCopy();
    }

    private static void test(ObjectNode holder, List<String> path, JsonNode expected, String shown) {
        JsonNode actual = find(holder, path);
        JsonNode wanted = expected == null || expected.isNull() ? null : expected;
        JsonNode got = actual == null || actual.isNull() ? null : actual;
        if (wanted == null ? got != null : !wanted.equals(got)) {
            throw PatchRefused.doesNotFit("testing value " + shown + " failed: test failed");
        }
    }

    private static void add(ObjectNode holder, List<String> path, JsonNode value) {
        JsonNode parent = parent(holder, path, "add");
        String last = path.getLast();
        if (parent instanceof ArrayNode array) {
            int index = last.equals("-") ? array.size() : index(last, array.size() + 1, "add");
            array.insert(index, value);
        } else {
            ((ObjectNode) parent).set(last, value);
        }
    }

    private static void set(ObjectNode holder, List<String> path, JsonNode value) {
        JsonNode parent = parent(holder, path, "replace");
        if (parent instanceof ArrayNode array) {
            array.set(index(path.getLast(), array.size(), "replace"), value);
        } else {
            ((ObjectNode) parent).set(path.getLast(), value);
        }
    }

    private static void remove(ObjectNode holder, List<String> path, String operation) {
        read(holder, path, operation);
        JsonNode parent = parent(holder, path, operation);
        if (parent instanceof ArrayNode array) {
            array.remove(index(path.getLast(), array.size(), operation));
        } else {
            ((ObjectNode) parent).remove(path.getLast());
        }
    }

    private static JsonNode read(ObjectNode holder, List<String> path, String operation) {
        JsonNode found = find(holder, path);
        if (found == null) {
            throw missing(operation, path);
        }
        return found;
    }

    private static JsonNode parent(ObjectNode holder, List<String> path, String operation) {
        JsonNode parent = find(holder, path.subList(0, path.size() - 1));
        if (parent == null || !parent.isContainerNode()) {
            throw missing(operation, path);
        }
        return parent;
    }

    private static JsonNode find(JsonNode root, List<String> path) {
        JsonNode node = root;
        for (String step : path) {
            if (node instanceof ArrayNode array) {
                node = step.matches("\\d+") ? array.get(Integer.parseInt(step)) : null;
            } else {
                node = node == null ? null : node.get(step);
            }
        }
        return node;
    }

    private static PatchRefused missing(String operation, List<String> path) {
        String shown = String.join("/", path);
        return PatchRefused
                .doesNotFit(operation + " operation does not apply: doc is missing path: " + shown + ": missing value");
    }

    private static int index(String step, int limit, String operation) {
        if (!step.matches("\\d{1,9}") || Integer.parseInt(step) >= limit) {
            throw PatchRefused
                    .doesNotFit(operation + " operation does not apply: unable to access invalid index: " + step);
        }
        return Integer.parseInt(step);
    }

    /** The steps of a JSON pointer, below an outer object whose only field has the empty name. */
    private static List<String> pointer(String text) {
        List<String> steps = new ArrayList<>();
        for (String step : text.split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        if (!steps.getFirst().isEmpty()) {
            throw PatchRefused.malformed("a JSON pointer starts with /: " + text);
        }
        return steps;
    }
}
