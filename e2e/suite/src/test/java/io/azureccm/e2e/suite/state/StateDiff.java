package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The differences between two normalised states as lines for people: {@code path: expected X, found Y}. Elements of a list are
 * matched by name, id or address, so that one changed rule is one line and not a shifted list.
 */
public final class StateDiff {
    private static final List<Function<JsonNode, JsonNode>> KEYS = List.of(node -> node.path("name"),
            node -> node.path("id"), node -> node.path("ip"));

    private StateDiff() {}

    public static List<String> lines(JsonNode expected, JsonNode found) {
        List<String> lines = new ArrayList<>();
        compare("", expected, found, lines);
        return List.copyOf(lines);
    }

    private static void compare(String path, JsonNode expected, JsonNode found, List<String> lines) {
        if (expected.equals(found)) {
            return;
        }
        if (expected.isObject() && found.isObject()) {
            compareByKey(path, fields(expected), fields(found), lines);
            return;
        }
        if (expected.isArray() && found.isArray()) {
            Map<String, JsonNode> left = elements(expected);
            Map<String, JsonNode> right = elements(found);
            if (left.size() == expected.size() && right.size() == found.size()) {
                compareByKey(path, left, right, lines);
                return;
            }
        }
        lines.add(path + ": expected " + brief(expected) + ", found " + brief(found));
    }

    private static void compareByKey(String path, Map<String, JsonNode> expected, Map<String, JsonNode> found,
            List<String> lines) {
        Set<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        int before = lines.size();
        for (String key : keys) {
            String at = path.isEmpty() ? key : path + "." + key;
            if (!found.containsKey(key)) {
                lines.add(at + ": missing, expected " + brief(expected.get(key)));
            } else if (!expected.containsKey(key)) {
                lines.add(at + ": not expected, found " + brief(found.get(key)));
            } else {
                compare(at, expected.get(key), found.get(key), lines);
            }
        }
        if (lines.size() == before) {
            lines.add(path + ": same elements in another order");
        }
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(entry -> fields.put(entry.getKey(), entry.getValue()));
        return fields;
    }

    private static Map<String, JsonNode> elements(JsonNode array) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (JsonNode element : array) {
            elements.put("[" + keyOf(element) + "]", element);
        }
        return elements;
    }

    private static String keyOf(JsonNode element) {
        return KEYS.stream()
                .map(key -> key.apply(element))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst()
                .orElseGet(element::toString);
    }

    private static String brief(JsonNode node) {
        String text = node.toString();
        return text.length() <= 300 ? text : text.substring(0, 297) + "...";
    }
}
