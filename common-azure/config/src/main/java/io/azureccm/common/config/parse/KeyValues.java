package io.azureccm.common.config.parse;

import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.type.ValueType;
import io.azureccm.common.config.value.ProblemCollector;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The typed value of every key: as written, or the default. */
final class KeyValues {

    private final Map<ConfigKey<?>, ConfigEntries.Entry> entries;

    private final Map<ConfigKey<?>, Object> values = new HashMap<>();

    private final Set<ConfigKey<?>> bad = new HashSet<>();

    private KeyValues(Map<ConfigKey<?>, ConfigEntries.Entry> entries) {
        this.entries = entries;
    }

    /** Reads all entries; invalid ones are reported and replaced by their default. */
    static KeyValues read(ConfigEntries entries, ProblemCollector problems) {
        KeyValues values = new KeyValues(entries.all());
        entries.all().forEach((key, entry) -> {
            ValueType.Place place = new ValueType.Place(entry.source(), entry.path(), problems);
            Optional<?> value = key.type().read(place, entry.value());
            value.ifPresentOrElse(v -> values.values.put(key, v), () -> values.bad.add(key));
        });
        return values;
    }

    // For each key, the map only contains values parsed by that key's own type.
    @SuppressWarnings("unchecked")
    <T> T get(ConfigKey<T> key) {
        return (T) values.getOrDefault(key, key.fallback());
    }

    boolean written(ConfigKey<?> key) {
        return values.containsKey(key);
    }

    /** Whether none of these keys has an error, so that rules about them can be checked. */
    boolean good(ConfigKey<?>... keys) {
        for (ConfigKey<?> key : keys) {
            if (bad.contains(key)) {
                return false;
            }
        }
        return true;
    }

    /** The source to report for a key: where it was written, otherwise the given one. */
    String source(ConfigKey<?> key, String otherwise) {
        ConfigEntries.Entry entry = entries.get(key);
        return entry == null ? otherwise : entry.source();
    }
}
