package io.azureccm.common.config.flags;

import io.azureccm.common.config.ConfigProblem;
import io.azureccm.common.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;

/** Gathers what there is to say about a command line. */
final class FlagNotices {

    static final String SOURCE = "command line";

    private final List<ConfigProblem> problems = new ArrayList<>();

    void error(FlagSpec<?> flag, String message) {
        say(Severity.ERROR, "--" + flag.name(), message);
    }

    void warning(FlagSpec<?> flag, String message) {
        say(Severity.WARNING, "--" + flag.name(), message);
    }

    void info(FlagSpec<?> flag, String message) {
        say(Severity.INFO, "--" + flag.name(), message);
    }

    void say(Severity severity, String key, String message) {
        ConfigProblem problem = new ConfigProblem(severity, SOURCE, key, message);
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }

    List<ConfigProblem> all() {
        return List.copyOf(problems);
    }
}
