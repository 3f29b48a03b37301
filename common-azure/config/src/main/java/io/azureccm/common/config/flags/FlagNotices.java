package io.azureccm.common.config.flags;

import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.NearestName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the problems and notices of a command line. */
final class FlagNotices {

    static final String SOURCE = "command line";

    private final Set<ConfigProblem> problems = new LinkedHashSet<>();

    private final Set<String> unknown = new LinkedHashSet<>();

    void error(FlagSpec<?> flag, String message) {
        say(Severity.ERROR, "--" + flag.name(), message);
    }

    /** Reports a missing required flag, and names unknown flags that are similar to it. */
    void missing(FlagSpec<?> flag, String expected) {
        String misspelt = unknown.stream()
                .filter(name -> NearestName.of(name, FlagCatalogue.names()).filter(flag.name()::equals).isPresent())
                .map(name -> "--" + name)
                .collect(Collectors.joining(" and "));
        error(flag, "is missing, expected " + expected
                + (misspelt.isEmpty() ? "" : "; there is " + misspelt + ", which is unknown"));
    }

    /** Reports an unknown flag, with the nearest known one. */
    void unknown(String name) {
        unknown.add(name);
        say(Severity.WARNING, "--" + name, "unknown flag, it has no effect"
                + NearestName.of(name, FlagCatalogue.names()).map(n -> " (did you mean --" + n + "?)").orElse(""));
    }

    void warning(FlagSpec<?> flag, String message) {
        say(Severity.WARNING, "--" + flag.name(), message);
    }

    void info(FlagSpec<?> flag, String message) {
        say(Severity.INFO, "--" + flag.name(), message);
    }

    void say(Severity severity, String key, String message) {
        problems.add(new ConfigProblem(severity, SOURCE, key, message));
    }

    boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }

    List<ConfigProblem> all() {
        return List.copyOf(problems);
    }
}
