package io.azureccm.common.config.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All known flags. */
final class FlagCatalogue {

    private static final List<FlagSpec<?>> ALL = collect();

    private static final Map<String, FlagSpec<?>> BY_NAME = ALL.stream()
            .collect(Collectors.toUnmodifiableMap(FlagSpec::name, Function.identity()));

    private FlagCatalogue() {}

    static List<FlagSpec<?>> all() {
        return ALL;
    }

    static Optional<FlagSpec<?>> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static List<String> names() {
        return ALL.stream().<String>map(FlagSpec::name).toList();
    }

    private static List<FlagSpec<?>> collect() {
        List<FlagSpec<?>> flags = new ArrayList<>(CommonFlags.list());
        flags.addAll(ServingFlags.list());
        flags.addAll(AppFlags.list());
        flags.addAll(IgnoredFlags.list());
        return List.copyOf(flags);
    }
}
