package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects and arrays that occur again in a segment are written once: each of at least {@link #LEAST} characters gets a number where it is
 * first written, inner ones before outer ones, and is {@code {"$":number}} from then on. What Azure responds, what was written to it and
 * what is known of it are mostly the same JSON. Writer and reader count alike. Not thread-safe.
 */
public final class SharedValues {
    private static final int LEAST = 48;
    private static final int OF_REFERENCE = 8;
    private static final String REFERENCE = "$";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The first half of a SHA-256. */
    private record Digest(long high, long low) {}

    /** A value as written, its length in characters, and what identifies it. */
    private record Written(JsonNode json, int length, Digest digest) {}

    /** A value as read, and the length of what was written. */
    private record Read(JsonNode json, int length) {}

    private final Map<Digest, Integer> numbers = new HashMap<>();
    private final List<JsonNode> values = new ArrayList<>();
    private final MessageDigest sha;

    public SharedValues() {
        try {
            this.sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** How many values have a number. */
    int size() {
        return Math.max(numbers.size(), values.size());
    }

    /** The value with references to those that were written before. */
    public JsonNode write(JsonNode value) {
        return written(value).json();
    }

    /** The value that {@link #write} returned, whole again. */
    JsonNode read(JsonNode json) {
        return whole(json).json();
    }

    private Written written(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> numbered(object(object));
            case ArrayNode array -> numbered(array(array));
            default -> {
                String text = value.toString();
                yield new Written(value, text.length(), digest('v', List.of(), List.of(text)));
            }
        };
    }

    private Written object(ObjectNode object) {
        ObjectNode json = NODES.objectNode();
        List<Digest> members = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int length = 2;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Written member = written(field.getValue());
            json.set(field.getKey(), member.json());
            length += field.getKey().length() + 4 + member.length();
            members.add(member.digest());
            names.add(field.getKey());
        }
        return new Written(isReserved(object) ? NODES.objectNode().set(REFERENCE, NODES.arrayNode().add(json)) : json,
                length, digest('{', members, names));
    }

    private Written array(ArrayNode array) {
        ArrayNode json = NODES.arrayNode(array.size());
        List<Digest> elements = new ArrayList<>();
        int length = 2;
        for (JsonNode each : array) {
            Written element = written(each);
            json.add(element.json());
            length += 1 + element.length();
            elements.add(element.digest());
        }
        return new Written(json, length, digest('[', elements, List.of()));
    }

    private Written numbered(Written value) {
        if (value.length() < LEAST)
            return value;
        Integer number = numbers.putIfAbsent(value.digest(), numbers.size());
        return number == null
                ? value
                : new Written(NODES.objectNode().put(REFERENCE, number), OF_REFERENCE, value.digest());
    }

    private static boolean isReserved(ObjectNode object) {
        return object.size() == 1 && object.has(REFERENCE);
    }

    private Digest digest(char kind, List<Digest> parts, List<String> texts) {
        ByteBuffer bytes = ByteBuffer.allocate(16 * parts.size());
        parts.forEach(each -> bytes.putLong(each.high()).putLong(each.low()));
        sha.update((byte) kind);
        sha.update(bytes.array());
        texts.forEach(text -> {
            sha.update(text.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
        });
        ByteBuffer whole = ByteBuffer.wrap(sha.digest());
        return new Digest(whole.getLong(), whole.getLong());
    }

    private Read whole(JsonNode json) {
        if (json instanceof ObjectNode object && isReserved(object)) {
            JsonNode value = object.get(REFERENCE);
            if (value.isInt())
                return new Read(values.get(value.asInt()), OF_REFERENCE);
            return numbered(members((ObjectNode) value.get(0)));
        }
        return switch (json) {
            case ObjectNode object -> numbered(members(object));
            case ArrayNode array -> numbered(elements(array));
            default -> new Read(json, json.toString().length());
        };
    }

    private Read members(ObjectNode object) {
        ObjectNode whole = NODES.objectNode();
        int length = 2;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Read member = whole(field.getValue());
            whole.set(field.getKey(), member.json());
            length += field.getKey().length() + 4 + member.length();
        }
        return new Read(whole, length);
    }

    private Read elements(ArrayNode array) {
        ArrayNode whole = NODES.arrayNode(array.size());
        int length = 2;
        for (JsonNode each : array) {
            Read element = whole(each);
            whole.add(element.json());
            length += 1 + element.length();
        }
        return new Read(whole, length);
    }

    private Read numbered(Read value) {
        if (value.length() >= LEAST)
            values.add(value.json());
        return value;
    }
}
