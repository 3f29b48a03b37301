package io.azureccm.common.core.diff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.FieldChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One traversal of two JSON trees that collects their differences; see {@link Differ} for what counts as equal. */
final class JsonComparison {
    private final DiffRules rules;
    private final List<FieldChange> found = new ArrayList<>();

    private JsonComparison(DiffRules rules) {
        this.rules = rules;
    }

    static List<FieldChange> differences(JsonNode observed, JsonNode desired, DiffRules rules) {
        if (observed != null && observed.equals(desired))
            return List.of();
        JsonComparison comparison = new JsonComparison(rules);
        comparison.compare("", "", orMissing(observed), orMissing(desired));
        return List.copyOf(comparison.found);
    }

    /** {@code path} is the path in the rules, {@code shown} also contains the array keys. */
    private void compare(String path, String shown, JsonNode before, JsonNode after) {
        if (before.equals(after) || !path.isEmpty() && rules.ignores(path))
            return;
        JsonNode known = orDefault(path, before);
        boolean nothing = isEmpty(known);
        JsonNode was = nothing ? MissingNode.getInstance() : known;
        JsonNode wanted = orDefault(path, after);
        if (nothing && isEmpty(wanted))
            return;
        if (wanted.isObject() && (was.isObject() || nothing)) {
            compareObjects(path, shown, was, wanted);
        } else if (wanted.isArray() && (was.isArray() || nothing)) {
            compareArrays(path, shown, was, wanted);
        } else if (!sameScalar(path, was, wanted)) {
            found.add(new FieldChange(shown, text(was), text(wanted)));
        }
    }

    private void compareObjects(String path, String shown, JsonNode before, JsonNode after) {
        after.properties()
                .forEach(field -> compareField(path, shown, field.getKey(), before.path(field.getKey()),
                        field.getValue()));
    }

    private void compareField(String path, String shown, String name, JsonNode before, JsonNode after) {
        if (name.equals("properties")) {
            compare(path, shown, before, after);
            return;
        }
        String next = joined(path, name);
        compare(next, shown.equals(path) ? next : joined(shown, name), before, after);
    }

    private void compareArrays(String path, String shown, JsonNode before, JsonNode after) {
        Map<String, JsonNode> was = byKey(path, before);
        Map<String, JsonNode> wanted = byKey(path, after);
        if (was == null || wanted == null) {
            found.addAll(sameInOrder(before, after)
                    ? List.of()
                    : List.of(new FieldChange(shown, text(before), text(after))));
            return;
        }
        if (isScalars(before) && isScalars(after)) {
            if (!was.keySet().equals(wanted.keySet())) {
                found.add(new FieldChange(shown, text(before), text(after)));
            }
            return;
        }
        wanted.forEach((key, node) -> {
            JsonNode old = was.remove(key);
            if (node.equals(old))
                return;
            String element = shown + "[" + label(node) + "]";
            if (old == null) {
                found.add(new FieldChange(element, "", text(node)));
            } else {
                compare(path, element, old, node);
            }
        });
        was.forEach((key, node) -> found.add(new FieldChange(shown + "[" + label(node) + "]", text(node), "")));
    }

    /**
     * The elements by name, id or value; null if they have no such key or a duplicate key, so that they can only be compared
     * in order.
     */
    private Map<String, JsonNode> byKey(String path, JsonNode array) {
        Map<String, JsonNode> byKey = new LinkedHashMap<>();
        for (JsonNode node : array) {
            String key = node.isValueNode() ? canonical(path, node) : keyOf(node).toLowerCase(Locale.ROOT);
            String distinct = (node.isValueNode() ? "value " : "element ") + key;
            if (key.isEmpty() || byKey.put(distinct, node) != null && !node.isValueNode())
                return null;
        }
        return byKey;
    }

    private boolean sameInOrder(JsonNode before, JsonNode after) {
        if (before.size() != after.size())
            return false;
        for (int i = 0; i < after.size(); i++) {
            if (!differences(before.get(i), after.get(i), rules).isEmpty())
                return false;
        }
        return true;
    }

    private static boolean isScalars(JsonNode array) {
        for (JsonNode node : array) {
            if (!node.isValueNode())
                return false;
        }
        return true;
    }

    private static String keyOf(JsonNode node) {
        String name = node.path("name").asText("");
        return name.isEmpty() ? node.path("id").asText("") : name;
    }

    private static String label(JsonNode node) {
        String key = node.isValueNode() ? node.asText() : keyOf(node);
        return ArmId.tryParse(key).map(ArmId::shortName).orElse(key);
    }

    private boolean sameScalar(String path, JsonNode before, JsonNode after) {
        return (before.isValueNode() || isEmpty(before)) && (after.isValueNode() || isEmpty(after))
                && (before.equals(after) || canonical(path, before).equals(canonical(path, after)));
    }

    /** ARM sends some numbers as text, so a number equals the text of the same number. */
    private String canonical(String path, JsonNode node) {
        if (node.isNumber())
            return node.decimalValue().signum() == 0 ? "0" : node.decimalValue().stripTrailingZeros().toPlainString();
        if (isEmpty(node))
            return "";
        String text = node.asText();
        boolean fold = rules.isCaseless(path) || path.equals("name") || path.endsWith(".name")
                || text.regionMatches(true, 0, "/subscriptions/", 0, 15);
        return fold ? text.toLowerCase(Locale.ROOT) : text;
    }

    private JsonNode orDefault(String path, JsonNode node) {
        return !path.isEmpty() && rules.isFalseIfAbsent(path) && isEmpty(node) ? BooleanNode.FALSE : node;
    }

    /** An object whose fields are all empty counts as empty. */
    private static boolean isEmpty(JsonNode node) {
        if (node.isObject()) {
            for (JsonNode value : node) {
                if (!isEmpty(value))
                    return false;
            }
            return true;
        }
        return node.isMissingNode() || node.isNull() || node.isArray() && node.isEmpty()
                || node.isTextual() && node.asText().isEmpty();
    }

    private static String text(JsonNode node) {
        return isEmpty(node) ? "" : node.toString();
    }

    private static String joined(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static JsonNode orMissing(JsonNode node) {
        return node == null ? MissingNode.getInstance() : node;
    }
}
