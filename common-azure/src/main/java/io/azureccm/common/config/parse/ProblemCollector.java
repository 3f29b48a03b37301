package io.azureccm.common.config.parse;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.ConfigProblem;
import io.azureccm.common.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;

/** Gathers everything there is to say while one configuration is read, so that all of it can be said at once. */
final class ProblemCollector {

    private static final int LONGEST_VALUE = 80;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private final Redaction redaction;

    ProblemCollector(Redaction redaction) {
        this.redaction = redaction;
    }

    void error(String source, String key, String message) {
        add(Severity.ERROR, source, key, message);
    }

    void warning(String source, String key, String message) {
        add(Severity.WARNING, source, key, message);
    }

    void info(String source, String key, String message) {
        add(Severity.INFO, source, key, message);
    }

    private void add(Severity severity, String source, String key, String message) {
        problems.add(new ConfigProblem(severity, source, redaction.apply(key), redaction.apply(message)));
    }

    boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }

    List<ConfigProblem> all() {
        return List.copyOf(problems);
    }

    /** A value as shown in messages: JSON, redacted, and only then cut when long. */
    String shown(JsonNode value) {
        String text = redaction.apply(value.toString());
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "...";
    }
}
