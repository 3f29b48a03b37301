package io.azureccm.e2e.cluster.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/**
 * Parsing, writing and navigating JSON trees. Paths are field names from the root; a missing step gives null or an
 * empty value.
 */
public final class Json {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    private static final ObjectMapper YAML = YAMLMapper.builder().build();

    private Json() {}

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    public static ArrayNode array() {
        return JSON.createArrayNode();
    }

    public static ArrayNode strings(Iterable<String> values) {
        ArrayNode array = array();
        values.forEach(array::add);
        return array;
    }

    /** The tree in the bytes; the exception's message contains the position. */
    public static JsonNode parse(byte[] bytes) throws IOException {
        return JSON.readTree(bytes);
    }

    public static JsonNode parseYaml(byte[] bytes) throws IOException {
        return YAML.readTree(bytes);
    }

    /** A tree from a literal in code or test; a syntax error is a bug of the caller. */
    public static ObjectNode parse(String text) {
        try {
            return (ObjectNode) YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(JsonNode root, String... path) {
        JsonNode node = at(root, path);
        return node == null || node.isNull() ? "" : node.asText();
    }

    public static JsonNode at(JsonNode root, String... path) {
        JsonNode node = root;
        for (String step : path) {
            if (node == null)
                return null;
            node = node.get(step);
        }
        return node;
    }

    /** True when the field is absent, null, or an empty string, list or map. */
    public static boolean isEmpty(JsonNode root, String... path) {
        JsonNode node = at(root, path);
        return node == null || node.isNull() || node.isContainerNode() && node.isEmpty()
                || node.isTextual() && node.textValue().isEmpty();
    }

    public static int number(JsonNode root, String... path) {
        JsonNode node = at(root, path);
        return node == null ? 0 : node.asInt();
    }

    public static boolean flag(JsonNode root, String... path) {
        JsonNode node = at(root, path);
        return node != null && node.asBoolean();
    }

    /** The elements of the list at the path, in order; empty if there is none. */
    public static List<JsonNode> items(JsonNode root, String... path) {
        return at(root, path) instanceof ArrayNode array ? array.valueStream().toList() : List.of();
    }

    public static List<String> texts(JsonNode root, String... path) {
        return items(root, path).stream().map(JsonNode::asText).toList();
    }

    /** The object at the path, created (with its parents) if absent. */
    public static ObjectNode ensure(ObjectNode root, String... path) {
        ObjectNode node = root;
        for (String step : path)
            node = node.get(step) instanceof ObjectNode child ? child : node.putObject(step);
        return node;
    }

    public static void setDefault(ObjectNode node, String field, String value) {
        if (isEmpty(node, field))
            node.put(field, value);
    }

    /** Copies a field from one object to the other, or removes it there if the source has none. */
    public static void carry(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from == null ? null : from.get(field);
        if (value == null)
            to.remove(field);
        else
            to.set(field, value.deepCopy());
    }

    /** Drops all null fields recursively, like an API server that decodes into typed objects. */
    public static void dropNulls(JsonNode node) {
        if (node instanceof ObjectNode object)
            object.removeIf(JsonNode::isNull);
        node.forEach(Json::dropNulls);
    }
}
