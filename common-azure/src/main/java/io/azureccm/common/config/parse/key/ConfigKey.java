package io.azureccm.common.config.parse.key;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.type.ValueType;
import java.util.Objects;
import java.util.function.Function;

/**
 * One key of {@code azure.json}: everything the parser, the rendering and the reference page know about it.
 *
 * @param fallback value when the key is absent
 * @param effect   what it does, as one sentence without a full stop
 * @param from     finds the value in a parsed config; null for keys without effect
 */
public record ConfigKey<T>(String name, KeyGroup group, ValueType<T> type, T fallback, String effect,
        Function<CloudConfig, T> from) {

    public ConfigKey {
        Objects.requireNonNull(name);
        Objects.requireNonNull(group);
        Objects.requireNonNull(type);
        Objects.requireNonNull(fallback);
        Objects.requireNonNull(effect);
    }

    /** Whether the key is known but changes nothing. */
    public boolean ignored() {
        return from == null;
    }

    public boolean secret() {
        return type.secret();
    }

    /** What may be written, for example {@code true or false}. */
    public String expected() {
        return type.expected();
    }

    /** The value in effect, as JSON; secrets as a mark. */
    public JsonNode render(CloudConfig config) {
        return type.write(from.apply(config));
    }

    /** The default as JSON. */
    public JsonNode renderDefault() {
        return type.write(fallback);
    }
}
