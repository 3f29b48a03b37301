package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A type composed of functions: what is expected, how it is read and how it is rendered. */
public record SimpleType<T>(String expected, BiFunction<Place, JsonNode, Optional<T>> reader,
        Function<T, JsonNode> writer,
        boolean secret) implements ValueType<T> {

    /** Any value, for keys without effect. */
    public static final ValueType<JsonNode> ANYTHING = SimpleType.of("anything", Optional::of, node -> node);

    SimpleType(String expected, BiFunction<Place, JsonNode, Optional<T>> reader, Function<T, JsonNode> writer) {
        this(expected, reader, writer, false);
    }

    /** A type whose parser returns empty for an invalid value, which is then reported without further detail. */
    static <T> ValueType<T> of(String expected, Function<JsonNode, Optional<T>> parser, Function<T, JsonNode> writer) {
        return new SimpleType<>(expected, (place, node) -> {
            Optional<T> value = parser.apply(node);
            return value.isPresent() ? value : place.bad(node, expected);
        }, writer);
    }

    @Override
    public Optional<T> read(Place place, JsonNode node) {
        return reader.apply(place, node);
    }

    @Override
    public JsonNode write(T value) {
        return writer.apply(value);
    }
}
