package io.azureccm.e2e.cluster.schema;

import java.util.HashMap;
import java.util.Map;

/** The field numbers from {@code protobuf.txt}. */
final class ProtobufNumbers {
    private final Map<String, Map<Integer, Field>> types = new HashMap<>();

    /** A field by its number; an optional one keeps zero values. */
    record Field(String name, boolean optional) {}

    static ProtobufNumbers load() {
        ProtobufNumbers numbers = new ProtobufNumbers();
        TypeCatalog.lines("protobuf.txt").forEach(numbers::add);
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
