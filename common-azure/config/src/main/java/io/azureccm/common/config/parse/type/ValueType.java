package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.value.ProblemCollector;
import java.util.Optional;

/** Converts the value of a key from and to JSON. Implementations are immutable. */
public interface ValueType<T> {

    /** The expected value, as it completes "expected ...", for example {@code true or false}. */
    String expected();

    /** The value, or empty after reporting its problems. The node is never null or missing. */
    Optional<T> read(Place place, JsonNode node);

    JsonNode write(T value);

    default boolean secret() {
        return false;
    }

    /** The location of a value, and the collector of its problems. */
    record Place(String source, String path, ProblemCollector problems) {

        Place field(String name) {
            return new Place(source, path + "." + name, problems);
        }

        Place index(int i) {
            return new Place(source, path + "[" + i + "]", problems);
        }

        <T> Optional<T> bad(JsonNode value, String expected) {
            problems.error(source, path,
                    "value " + problems.shown(value) + " is not valid, expected " + expected);
            return Optional.empty();
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
