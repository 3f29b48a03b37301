package io.azureccm.e2e.cluster.schema;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import io.azureccm.e2e.cluster.schema.ProtobufNumbers.Field;

/** The field numbers from {@code protobuf.txt}. */
record ProtobufNumbers(Map<String, Map<Integer, Field>> types) {

    /** A field by its number; an optional one keeps zero values. */
    record Field(String name, boolean optional) {}

    static ProtobufNumbers load() {
        return new ProtobufNumbers(TypeCatalog.lines("protobuf.txt")
                .stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], ProtobufNumbers::fields)));
    }

    /** The fields of a type by number; empty if the type cannot be parsed from protobuf. */
    Map<Integer, Field> of(String type) {
        return types.getOrDefault(type, Map.of());
    }

    private static Map<Integer, Field> fields(String[] words) {
        return Arrays.stream(words)
                .skip(1)
                .map(word -> word.split("="))
                .collect(Collectors.toMap(field -> Integer.valueOf(field[1]),
                        field -> new Field(field[0].replace("?", ""), field[0].endsWith("?"))));
    }
}
