package io.azureccm.common.config.parse;

import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.parse.key.RecordKeys;
import io.azureccm.common.config.parse.type.ValueType;
import io.azureccm.common.config.value.ProblemCollector;
import java.util.Arrays;
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

    /** The record whose keys have these values. */
    <T> T as(Class<T> type) {
        return RecordKeys.bind(type, name -> {
            ConfigKey<?> key = KeyCatalogue.named(name);
            return values.getOrDefault(key, key.fallback());
        });
    }

    boolean written(String key) {
        return values.containsKey(KeyCatalogue.named(key));
    }

    /** Whether none of these keys has an error, so that rules about them can be checked. */
    boolean good(String... keys) {
        return Arrays.stream(keys).map(KeyCatalogue::named).noneMatch(bad::contains);
    }

    /** The source to report for a key: where it was written, otherwise the given one. */
    String source(String key, String otherwise) {
        ConfigEntries.Entry entry = entries.get(KeyCatalogue.named(key));
        return entry == null ? otherwise : entry.source();
    }
}
