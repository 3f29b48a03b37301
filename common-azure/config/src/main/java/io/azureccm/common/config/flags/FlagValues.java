package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The typed value of every flag: as given, or the app's default. */
final class FlagValues {

    private final App app;

    private final Map<FlagSpec<?>, Object> values = new HashMap<>();

    private final Set<FlagSpec<?>> bad = new HashSet<>();

    FlagValues(App app) {
        this.app = app;
    }

    /** Adds one occurrence; false if its value is invalid. */
    boolean put(FlagSpec<?> spec, String text) {
        Optional<?> value = spec.type().reader().apply(text);
        if (value.isEmpty()) {
            bad.add(spec);
            return false;
        }
        values.merge(spec, value.get(), (before, now) -> spec.type().kind() == FlagType.Kind.LIST
                ? joined((List<?>) before, (List<?>) now)
                : now);
        return true;
    }

    private static List<Object> joined(List<?> before, List<?> now) {
        List<Object> all = new ArrayList<>(before);
        all.addAll(now);
        return List.copyOf(all);
    }

    // For each flag, the map only contains values parsed by that flag's own type.
    @SuppressWarnings("unchecked")
    <T> T get(FlagSpec<T> spec) {
        return (T) values.getOrDefault(spec, spec.fallback().apply(app));
    }

    boolean given(FlagSpec<?> spec) {
        return values.containsKey(spec);
    }

    /** Whether none of these flags has an error, so that rules about them can be checked. */
    boolean good(FlagSpec<?>... specs) {
        return List.of(specs).stream().noneMatch(bad::contains);
    }
}
