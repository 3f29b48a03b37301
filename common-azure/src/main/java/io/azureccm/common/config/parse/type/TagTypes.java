package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types of the tag keys. */
public final class TagTypes {

    /** {@code a=b,c=d}. */
    public static final ValueType<Map<String, String>> PAIRS = new Pairs();

    /** A JSON object of strings. */
    public static final ValueType<Map<String, String>> OBJECT = new StringMap();

    /** A list in one string, separated by commas. */
    public static final ValueType<List<String>> COMMA_LIST = new CommaList();

    private TagTypes() {}

    private record Pairs() implements ValueType<Map<String, String>> {

        @Override
        public String expected() {
            return "a string such as \"team=shop,env=prod\"";
        }

        @Override
        public Optional<Map<String, String>> read(Place place, JsonNode node) {
            if (!node.isTextual()) {
                return place.bad(node, expected());
            }
            Map<String, String> tags = new LinkedHashMap<>();
            for (String pair : node.textValue().split(",")) {
                String[] parts = pair.split("=", -1);
                if (pair.isBlank()) {
                    continue;
                }
                if (parts.length != 2 || parts[0].isBlank()) {
                    place.warn("\"" + pair.strip() + "\" is left out, expected name=value");
                    continue;
                }
                tags.put(parts[0].strip(), parts[1].strip());
            }
            return Optional.of(tags);
        }

        @Override
        public JsonNode write(Map<String, String> value) {
            return JsonNodeFactory.instance.textNode(
                    String.join(",", value.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList()));
        }
    }

    private record StringMap() implements ValueType<Map<String, String>> {

        @Override
        public String expected() {
            return "an object of strings such as {\"team\": \"shop\"}";
        }

        @Override
        public Optional<Map<String, String>> read(Place place, JsonNode node) {
            if (!node.isObject() || node.valueStream().anyMatch(JsonNode::isContainerNode)) {
                return place.bad(node, expected());
            }
            Map<String, String> map = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                map.put(field.getKey(), field.getValue().isNull() ? "" : field.getValue().asText());
            }
            return Optional.of(map);
        }

        @Override
        public JsonNode write(Map<String, String> value) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.forEach(object::put);
            return object;
        }
    }

    private record CommaList() implements ValueType<List<String>> {

        @Override
        public String expected() {
            return "names separated by commas, in one string";
        }

        @Override
        public Optional<List<String>> read(Place place, JsonNode node) {
            return node.isTextual()
                    ? Optional.of(Arrays.stream(node.textValue().split(","))
                            .map(String::strip)
                            .filter(s -> !s.isEmpty())
                            .toList())
                    : place.bad(node, expected());
        }

        @Override
        public JsonNode write(List<String> value) {
            return JsonNodeFactory.instance.textNode(String.join(",", value));
        }
    }
}
