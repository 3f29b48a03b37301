package io.azureccm.e2e.cluster.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The field numbers from {@code protobuf.txt}. */
final class ProtobufNumbers {
    private static final String SOURCE = "protobuf.txt";
    private final Map<String, Map<Integer, Field>> types = new HashMap<>();

    /** A field by its number; an optional one keeps zero values. */
    record Field(String name, boolean optional) {}

    static ProtobufNumbers load() {
        ProtobufNumbers numbers = new ProtobufNumbers();
        var stream = Objects.requireNonNull(ProtobufNumbers.class.getResourceAsStream(SOURCE), SOURCE);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(numbers::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return numbers;
    }

    /** The fields of a type by number; empty if the type cannot be parsed from protobuf. */
    Map<Integer, Field> of(String type) {
        return types.getOrDefault(type, Map.of());
    }

    private void add(String line) {
        String[] words = line.split(" ");
        Map<Integer, Field> fields = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
            int eq = words[i].indexOf('=');
            boolean optional = words[i].charAt(eq - 1) == '?';
            fields.put(Integer.valueOf(words[i].substring(eq + 1)),
                    new Field(words[i].substring(0, optional ? eq - 1 : eq), optional));
        }
        types.put(words[0], fields);
    }
}
