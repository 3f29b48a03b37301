package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.value.ProblemCollector;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Converts the value of a key from and to JSON.
 *
 * @param expected the expected value, as it completes "expected ...", for example {@code true or false}
 * @param reader   the value, or empty after reporting its problems; the node is never null or missing
 * @param secret   whether a value is never printed
 */
public record ValueType<T>(String expected, BiFunction<Place, JsonNode, Optional<T>> reader,
        Function<T, JsonNode> writer, boolean secret) {

    /** Any value, for keys without effect. */
    public static final ValueType<JsonNode> ANYTHING = of("anything", Optional::of, node -> node);

    ValueType(String expected, BiFunction<Place, JsonNode, Optional<T>> reader, Function<T, JsonNode> writer) {
        this(expected, reader, writer, false);
    }

    /** A type whose parser returns empty for an invalid value, which is then reported without further detail. */
    static <T> ValueType<T> of(String expected, Function<JsonNode, Optional<T>> parser, Function<T, JsonNode> writer) {
        return new ValueType<>(expected, (place, node) -> {
            Optional<T> value = parser.apply(node);
            return value.isPresent() ? value : place.bad(node, expected);
        }, writer);
    }

    public Optional<T> read(Place place, JsonNode node) {
        return reader.apply(place, node);
    }

    public JsonNode write(T value) {
        return writer.apply(value);
    }

    /** The location of a value, and the collector of its problems. */
    public record Place(String source, String path, ProblemCollector problems) {

        Place field(String name) {
            return new Place(source, path + "." + name, problems);
        }

        Place index(int i) {
            return new Place(source, path + "[" + i + "]", problems);
        }

        <T> Optional<T> bad(JsonNode value, String expected) {
            return refused("value " + problems.shown(value) + " is not valid, expected " + expected);
        }

        <T> Optional<T> refused(String message) {
            problems.error(source, path, message);
            return Optional.empty();
        }

        void warn(String message) {
            problems.warning(source, path, message);
        }
    }
}
