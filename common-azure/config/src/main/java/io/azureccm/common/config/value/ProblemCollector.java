package io.azureccm.common.config.value;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects all problems and notices of one configuration, so that they can be reported together. */
public final class ProblemCollector {

    private static final int MAX_VALUE = 80;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private final Redaction redaction;

    public ProblemCollector(Redaction redaction) {
        this.redaction = redaction;
    }

    public void error(String source, String key, String message) {
        add(Severity.ERROR, source, key, message);
    }

    public void warning(String source, String key, String message) {
        add(Severity.WARNING, source, key, message);
    }

    public void info(String source, String key, String message) {
        add(Severity.INFO, source, key, message);
    }

    private void add(Severity severity, String source, String key, String message) {
        problems.add(new ConfigProblem(severity, source, redaction.apply(key), redaction.apply(message)));
    }

    public boolean failed() {
        return problems.stream().anyMatch(ConfigProblem::isError);
    }

    public List<ConfigProblem> all() {
        return List.copyOf(problems);
    }

    /** A value as shown in messages: JSON, redacted, and then shortened if it is long. */
    public String shown(JsonNode value) {
        String text = redaction.apply(value.toString());
        return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "...";
    }
}
