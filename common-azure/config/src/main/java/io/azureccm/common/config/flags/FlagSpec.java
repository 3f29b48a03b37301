package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything the parser and the help text know about one flag.
 *
 * @param name     without dashes
 * @param fallback default value of an app
 * @param apps     apps that use the flag; empty for flags that are accepted without effect
 * @param help     one sentence, or why it has no effect
 * @param notice   severity of the notice that it has no effect
 */
record FlagSpec<T>(String name, FlagType<T> type, Function<App, T> fallback, Set<App> apps, String help,
        Severity notice) {

    static <T> FlagSpec<T> all(String name, FlagType<T> type, T fallback, String help) {
        return perApp(name, type, app -> fallback, help);
    }

    static <T> FlagSpec<T> only(Set<App> apps, String name, FlagType<T> type, T fallback, String help) {
        return new FlagSpec<>(name, type, app -> fallback, apps, help, Severity.INFO);
    }

    static <T> FlagSpec<T> perApp(String name, FlagType<T> type, Function<App, T> fallback, String help) {
        return new FlagSpec<>(name, type, fallback, Set.of(App.values()), help, Severity.INFO);
    }

    static FlagSpec<String> ignored(String name, String why) {
        return only(Set.of(), name, FlagType.TEXT, "", why);
    }

    static FlagSpec<Boolean> ignoredSwitch(String name, String why) {
        return only(Set.of(), name, FlagType.BOOL, false, why);
    }

    /** The same flag, with a warning instead of a note that it has no effect, since users rely on what it does. */
    FlagSpec<T> loud() {
        return new FlagSpec<>(name, type, fallback, apps, help, Severity.WARNING);
    }

    boolean ignored() {
        return apps.isEmpty();
    }

    boolean isSwitch() {
        return type.kind() == FlagType.Kind.SWITCH;
    }

    String defaultText(App app) {
        return type.writer().apply(fallback.apply(app));
    }
}
