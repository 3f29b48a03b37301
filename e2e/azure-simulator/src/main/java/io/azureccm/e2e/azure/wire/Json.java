package io.azureccm.e2e.azure.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Shortcuts for reading and building JSON trees. Null, missing and blank values all count as absent. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Json() {}

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    /** An object with the single member {@code id}, like ARM's references. */
    public static ObjectNode idObject(String id) {
        return object().put("id", id);
    }

    public static JsonNode parse(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }

    public static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tree; an empty object if the bytes are not JSON. */
    public static JsonNode parseOrEmpty(byte[] bytes) {
        try {
            return parse(bytes);
        } catch (IOException e) {
            return object();
        }
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** The tree as an object of the class; an {@link IllegalArgumentException} if it is none. */
    public static <T> T value(JsonNode tree, Class<T> type) {
        return MAPPER.convertValue(tree, type);
    }

    /** The non-blank text at the path, or empty. Numbers and booleans are converted to text. */
    public static Optional<String> text(JsonNode node, String... path) {
        return Optional.of(at(node, path))
                .filter(found -> found.isValueNode() && !found.isNull())
                .map(JsonNode::asText)
                .filter(text -> !text.isBlank());
    }

    public static String textOr(JsonNode node, String fallback, String... path) {
        return text(node, path).orElse(fallback);
    }

    public static boolean isTrue(JsonNode node, String... path) {
        return at(node, path).asBoolean(false);
    }

    public static int intOr(JsonNode node, int fallback, String... path) {
        return at(node, path).asInt(fallback);
    }

    /** The value at the path; a missing node if there is none. */
    public static JsonNode at(JsonNode node, String... path) {
        JsonNode current = node == null ? MissingNode.getInstance() : node;
        for (String step : path)
            current = current.path(step);
        return current;
    }

    /** The object members of the array at the path; an absent array is an empty list. */
    public static List<ObjectNode> objects(JsonNode node, String... path) {
        return elements(node, path).filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast).toList();
    }

    private static Stream<JsonNode> elements(JsonNode node, String... path) {
        return at(node, path) instanceof ArrayNode array ? array.valueStream() : Stream.empty();
    }

    public static String name(JsonNode item) {
        return textOr(item, "", "name");
    }

    /** The object with this name, in any casing, in the array at the path. */
    public static Optional<ObjectNode> named(JsonNode node, String name, String... path) {
        return objects(node, path).stream().filter(item -> name.equalsIgnoreCase(name(item))).findFirst();
    }

    /** The index of the item with this name, in any casing; -1 if there is none. */
    public static int indexOf(ArrayNode items, String name) {
        return IntStream.range(0, items.size())
                .filter(i -> name.equalsIgnoreCase(name(items.get(i))))
                .findFirst()
                .orElse(-1);
    }

    /** The IDs that the members refer to: each holds one reference or an array of them. */
    public static List<String> ids(JsonNode owner, String... members) {
        List<String> ids = new ArrayList<>();
        for (String member : members) {
            text(owner, member, "id").ifPresent(ids::add);
            objects(owner, member).forEach(item -> text(item, "id").ifPresent(ids::add));
        }
        return ids;
    }

    public static List<String> texts(JsonNode node, String... path) {
        return elements(node, path).map(JsonNode::asText).toList();
    }

    /** The object in the member, created if absent. */
    public static ObjectNode child(ObjectNode parent, String member) {
        return parent.get(member) instanceof ObjectNode object ? object : parent.putObject(member);
    }

    public static ObjectNode properties(ObjectNode resource) {
        return child(resource, "properties");
    }

    /** The array in the member, created if absent or null. */
    public static ArrayNode arrayAt(ObjectNode parent, String member) {
        return parent.get(member) instanceof ArrayNode array ? array : parent.putArray(member);
    }

    public static void putIfAbsent(ObjectNode parent, String member, Object value) {
        if (text(parent, member).isEmpty()
                && !(parent.get(member) != null && parent.get(member).isContainerNode()))
            parent.set(member, tree(value));
    }

    /** Adds the members that the object does not have, also within the objects in it. */
    public static void fillIn(ObjectNode object, JsonNode defaults) {
        defaults.properties().forEach(each -> {
            if (each.getValue() instanceof ObjectNode below)
                fillIn(child(object, each.getKey()), below);
            else
                putIfAbsent(object, each.getKey(), each.getValue());
        });
    }

    /** Removes all null members recursively: ARM treats an explicit null like an absent member. */
    public static void dropNulls(JsonNode node) {
        if (node instanceof ObjectNode object)
            object.removeIf(JsonNode::isNull);
        node.forEach(Json::dropNulls);
    }
}
