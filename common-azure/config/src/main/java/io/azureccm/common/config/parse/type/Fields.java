package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.value.NearestName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads the fields of a nested object, ignoring case, and reports unknown ones. */
final class Fields {

    private final ValueType.Place place;

    private final Map<String, JsonNode> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private final Set<String> known = new LinkedHashSet<>();

    private boolean failed;

    /** Fields of an object, some of which are accepted and not read. */
    Fields(ValueType.Place place, ObjectNode object, Collection<String> unread) {
        this.place = place;
        this.known.addAll(unread);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            values.put(field.getKey(), field.getValue());
        }
    }

    /** The field's value, or empty if it is absent, null or invalid. */
    <T> Optional<T> get(String name, ValueType<T> type) {
        known.add(name);
        JsonNode node = values.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        Optional<T> value = type.read(place.field(name), node);
        failed |= value.isEmpty();
        return value;
    }

    /** A field that must be present and not empty. */
    <T> Optional<T> required(String name, ValueType<T> type) {
        boolean failedBefore = failed;
        Optional<T> value = get(name, type).filter(v -> !v.equals(""));
        if (value.isEmpty() && failed == failedBefore) {
            place.field(name).refused("is missing, expected " + type.expected());
            failed = true;
        }
        return value;
    }

    /** Whether all fields read so far were valid; warns about all others. */
    boolean finish() {
        for (String name : values.keySet()) {
            if (known.stream().noneMatch(name::equalsIgnoreCase)) {
                place.field(name).warn("unknown key, it has no effect" + NearestName.hint(name, known));
            }
        }
        return !failed;
    }
}
