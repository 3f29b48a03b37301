package io.azureccm.common.config.parse.key;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.type.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Declares keys of a group and keeps their order of declaration. */
record DeclaredKeys(KeyGroup group, List<ConfigKey<?>> all) {
    DeclaredKeys(KeyGroup group) {
        this(group, new ArrayList<>());
    }

    /** Continues with keys of another group. */
    DeclaredKeys in(KeyGroup other) {
        return new DeclaredKeys(other, all);
    }

    <T> ConfigKey<T> key(String name, ValueType<T> type, T fallback, String effect, Function<CloudConfig, T> from) {
        ConfigKey<T> key = new ConfigKey<>(name, group, type, fallback, effect, from);
        all.add(key);
        return key;
    }
}
