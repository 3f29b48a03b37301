package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.record.value.SecretFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Where bodies of writes are not the same, field by field. */
final class BodyDifferences {
    private static final JsonNode MISSING = JsonNodeFactory.instance.missingNode();

    private BodyDifferences() {}

    /** Lines such as {@code PUT /subscriptions/...: properties.x: 1 -> 2}, of bodies that both have. */
    static List<String> of(Map<String, JsonNode> then, Map<String, JsonNode> now) {
        List<String> lines = new ArrayList<>();
        then.forEach((write, body) -> {
            JsonNode other = now.get(write);
            if (other != null && other != body)
                of(SecretFields.without(body), SecretFields.without(other))
                        .forEach(each -> lines.add(write + ": " + each));
        });
        return lines;
    }

    /** Lines such as {@code properties.x: 1 -> 2}; a field that one of them lacks is {@code (none)}. */
    static List<String> of(JsonNode then, JsonNode now) {
        List<String> lines = new ArrayList<>();
        add("", then, now, lines);
        return lines;
    }

    private static void add(String path, JsonNode then, JsonNode now, List<String> lines) {
        if (then.isObject() && now.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            then.fieldNames().forEachRemaining(names::add);
            now.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> add(path.isEmpty() ? name : path + "." + name, then.path(name), now.path(name),
                    lines));
        } else if (then.isArray() && now.isArray()) {
            IntStream.range(0, Math.max(then.size(), now.size()))
                    .forEach(i -> add(path + "[" + i + "]", then.path(i), now.path(i), lines));
        } else if (!then.toString().equals(now.toString())) {
            lines.add(path + ": " + text(then) + " -> " + text(now));
        }
    }

    private static String text(JsonNode value) {
        return value.equals(MISSING) ? "(none)" : value.toString();
    }
}
