package io.azureccm.common.config.parse.key;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.NearestName;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All known keys of {@code azure.json}, in reading order; parser, renderer and reference page follow it. */
public final class KeyCatalogue {

    private static final List<ConfigKey<?>> ALL = Stream
            .concat(RecordKeys.of(CloudConfig.class).stream(), OtherKeys.all().stream())
            .sorted(Comparator.comparing(ConfigKey::group))
            .toList();

    private static final Map<String, ConfigKey<?>> BY_NAME = ALL.stream()
            .collect(Collectors.toUnmodifiableMap(k -> k.name().toLowerCase(Locale.ROOT), Function.identity()));

    private KeyCatalogue() {}

    public static List<ConfigKey<?>> all() {
        return ALL;
    }

    /** The key with that name, in any case. */
    public static Optional<ConfigKey<?>> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The key with that name, which exists. */
    public static ConfigKey<?> named(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("there is no key " + name));
    }

    /** The end of a message about an unknown key: the key that was meant, or "" if none is close or that one has no effect either. */
    public static String hint(String written) {
        return NearestName.of(written, names())
                .flatMap(KeyCatalogue::find)
                .filter(key -> !key.ignored() && !key.effect().startsWith("Has no effect"))
                .map(key -> " (did you mean \"" + key.name() + "\"?)")
                .orElse("");
    }

    public static List<String> names() {
        return ALL.stream().<String>map(ConfigKey::name).toList();
    }
}
