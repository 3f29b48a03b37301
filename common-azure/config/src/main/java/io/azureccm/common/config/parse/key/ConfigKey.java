package io.azureccm.common.config.parse.key;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.parse.type.ValueType;
import java.util.function.Function;

/**
 * Everything the parser, the renderer and the reference page know about one key of {@code azure.json}.
 *
 * @param fallback default value
 * @param effect   what it does, as one sentence without a full stop
 * @param from     extracts the value from a parsed config; null for keys without effect
 */
public record ConfigKey<T>(String name, KeyGroup group, ValueType<T> type, T fallback, String effect,
        Function<CloudConfig, T> from) {

    /** Whether the key is known but has no effect. */
    public boolean ignored() {
        return from == null;
    }

    public boolean secret() {
        return type.secret();
    }

    /** The expected value, for example {@code true or false}. */
    public String expected() {
        return type.expected();
    }

    /** The effective value, as JSON; secrets as a mark. */
    public JsonNode render(CloudConfig config) {
        return type.write(from.apply(config));
    }

    /** The default as JSON. */
    public JsonNode renderDefault() {
        return type.write(fallback);
    }
}
