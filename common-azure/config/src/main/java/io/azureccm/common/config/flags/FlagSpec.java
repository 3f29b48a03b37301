package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything the parser and the help text know about one flag.
 *
 * @param name     without dashes
 * @param fallback default value; {@code perApp} takes precedence
 * @param perApp   defaults that differ between the apps
 * @param apps     apps that use the flag; empty for flags that are accepted without effect
 * @param help     one sentence, or why it has no effect
 * @param notice   severity of the notice that it has no effect
 */
record FlagSpec<T>(String name, FlagType<T> type, T fallback, Map<App, T> perApp, Set<App> apps, String help,
        Severity notice) {

    FlagSpec {
        perApp = Map.copyOf(perApp);
        apps = Set.copyOf(apps);
    }

    static <T> FlagSpec<T> all(String name, FlagType<T> type, T fallback, String help) {
        return new FlagSpec<>(name, type, fallback, Map.of(), Set.of(App.values()), help, Severity.INFO);
    }

    static <T> FlagSpec<T> only(Set<App> apps, String name, FlagType<T> type, T fallback, String help) {
        return new FlagSpec<>(name, type, fallback, Map.of(), apps, help, Severity.INFO);
    }

    static <T> FlagSpec<T> perApp(String name, FlagType<T> type, Function<App, T> defaults, String help) {
        Map<App, T> perApp = Arrays.stream(App.values()).collect(Collectors.toMap(Function.identity(), defaults));
        return new FlagSpec<>(name, type, perApp.get(App.NODE), perApp, Set.of(App.values()), help, Severity.INFO);
    }

    static FlagSpec<String> ignored(String name, String why) {
        return new FlagSpec<>(name, FlagType.TEXT, "", Map.of(), Set.of(), why, Severity.INFO);
    }

    static FlagSpec<Boolean> ignoredSwitch(String name, String why) {
        return new FlagSpec<>(name, FlagType.BOOL, false, Map.of(), Set.of(), why, Severity.INFO);
    }

    /** The same flag, with a warning instead of a note that it has no effect, since users rely on what it does. */
    FlagSpec<T> loud() {
        return new FlagSpec<>(name, type, fallback, perApp, apps, help, Severity.WARNING);
    }

    boolean ignored() {
        return apps.isEmpty();
    }

    boolean isSwitch() {
        return type.kind() == FlagType.Kind.SWITCH;
    }

    T defaultFor(App app) {
        return perApp.getOrDefault(app, fallback);
    }

    String defaultText(App app) {
        return type.writer().apply(defaultFor(app));
    }
}
