package io.azureccm.common.core.diff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Compares the observed JSON with the desired one and returns the differences as {@link FieldChange}s and {@link Change}s.
 * Absent, null, "", [] and {} are equal; ids and element names are compared ignoring case, numbers by value; the order of an
 * array does not matter. Paths omit {@code properties} segments and name array elements in brackets.
 */
public final class Differ {
    /** Returns why an element is added, removed or updated. */
    @FunctionalInterface
    public interface CauseOf {
        Cause of(Change.Kind kind, String name);

        static CauseOf always(Cause cause) {
            return (kind, name) -> cause;
        }
    }

    private Differ() {}

    /** The differences in the fields of {@code desired}; additional fields from ARM are ignored. */
    public static List<FieldChange> fields(JsonNode observed, JsonNode desired, DiffRules rules) {
        return JsonComparison.differences(observed, desired, rules);
    }

    public static List<FieldChange> fields(JsonNode observed, JsonNode desired) {
        return fields(observed, desired, DiffRules.NONE);
    }

    public static boolean same(JsonNode observed, JsonNode desired, DiffRules rules) {
        return fields(observed, desired, rules).isEmpty();
    }

    /**
     * The changes that turn one array of named elements into another, by name: elements only in {@code desired} are added,
     * elements only in {@code observed} are removed, elements in both are updated if {@link #fields} finds a difference. Two
     * desired elements with the same name, or an element without a name, are an error of the caller.
     */
    public static List<Change> elements(String element, JsonNode observed, JsonNode desired, DiffRules rules,
            CauseOf causeOf) {
        Map<String, JsonNode> before = byName(element, observed);
        Map<String, JsonNode> after = byName(element, desired);
        List<Change> changes = new ArrayList<>();
        after.forEach((name, wanted) -> {
            JsonNode found = before.get(name);
            if (found == null) {
                changes.add(Change.add(element, name, causeOf.of(Change.Kind.ADD, name)));
                return;
            }
            List<FieldChange> fields = fields(found, wanted, rules);
            if (!fields.isEmpty()) {
                changes.add(Change.update(element, name, fields, causeOf.of(Change.Kind.UPDATE, name)));
            }
        });
        before.forEach((name, found) -> {
            if (!after.containsKey(name)) {
                String spelled = found.path("name").asText();
                changes.add(Change.remove(element, spelled, causeOf.of(Change.Kind.REMOVE, spelled)));
            }
        });
        return List.copyOf(changes);
    }

    public static List<Change> elements(String element, JsonNode observed, JsonNode desired, CauseOf causeOf) {
        return elements(element, observed, desired, DiffRules.NONE, causeOf);
    }

    /** The changes of tags, one per key; keys are compared ignoring case, values exactly. */
    public static List<Change> tags(Map<String, String> observed, Map<String, String> desired, CauseOf causeOf) {
        Map<String, String> before = caseless(observed);
        Map<String, String> after = caseless(desired);
        List<Change> changes = new ArrayList<>();
        after.forEach((key, value) -> {
            if (!before.containsKey(key)) {
                changes.add(new Change(Change.Kind.ADD, "tag", key, List.of(field("", value)),
                        causeOf.of(Change.Kind.ADD, key)));
            } else if (!Objects.equals(before.get(key), value)) {
                changes.add(Change.update("tag", key, List.of(field(before.get(key), value)),
                        causeOf.of(Change.Kind.UPDATE, key)));
            }
        });
        observed.forEach((key, value) -> {
            if (!after.containsKey(key)) {
                changes.add(new Change(Change.Kind.REMOVE, "tag", key, List.of(field(value, "")),
                        causeOf.of(Change.Kind.REMOVE, key)));
            }
        });
        return List.copyOf(changes);
    }

    /** The change of the fields of the resource itself, empty if there is none: to be combined with those of its elements. */
    public static List<Change> resource(ArmId target, JsonNode observed, JsonNode desired, DiffRules rules,
            Cause cause) {
        List<FieldChange> fields = fields(observed, desired, rules);
        return fields.isEmpty() ? List.of() : List.of(Change.update(Change.RESOURCE, target.name(), fields, cause));
    }

    private static FieldChange field(String before, String after) {
        return new FieldChange("value", before.isEmpty() ? "" : quoted(before), after.isEmpty() ? "" : quoted(after));
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }

    private static Map<String, String> caseless(Map<String, String> tags) {
        Map<String, String> byKey = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byKey.putAll(tags);
        return byKey;
    }

    private static Map<String, JsonNode> byName(String element, JsonNode array) {
        Map<String, JsonNode> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (array == null)
            return byName;
        for (JsonNode node : array) {
            String name = node.path("name").asText("");
            if (!(node instanceof ObjectNode) || name.isEmpty())
                throw new IllegalArgumentException("a " + element + " has no name: " + node);
            if (byName.put(name, node) != null)
                throw new IllegalArgumentException("two of one name: " + element + " " + name);
        }
        return byName;
    }
}
