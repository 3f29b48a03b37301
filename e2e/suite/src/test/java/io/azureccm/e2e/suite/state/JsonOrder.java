package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The order of list elements in a normalised state: by their JSON text, with sorted keys. */
final class JsonOrder {
    static final Comparator<JsonNode> BY_TEXT = Comparator.comparing(JsonOrder::text);

    private JsonOrder() {}

    private static String text(JsonNode node) {
        if (node.isObject()) {
            List<String> keys = new ArrayList<>();
            node.fieldNames().forEachRemaining(keys::add);
            return keys.stream()
                    .sorted()
                    .map(key -> "\"" + key + "\": " + text(node.get(key)))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(JsonOrder::text)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return node.toString();
    }
}
