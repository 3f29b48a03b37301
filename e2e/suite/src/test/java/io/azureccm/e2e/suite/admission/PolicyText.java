package io.azureccm.e2e.suite.admission;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The variables and validations of one policy, written as the YAML that the chart takes. */
final class PolicyText {
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final StringBuilder validations = new StringBuilder();
    private final Map<String, String> conditions = new TreeMap<>();

    void variable(String name, String expression) {
        variables.put(name, expression);
    }

    void condition(String name, String expression) {
        conditions.put(name, expression);
    }

    /** {@code message} is an expression, {@code fallback} what is said where it gives no message. */
    void validation(String expression, String message, String fallback) {
        validations.append("  - expression: ").append(yaml(expression)).append('\n');
        validations.append("    messageExpression: ").append(yaml(message)).append('\n');
        validations.append("    message: ").append(yaml(fallback)).append('\n');
    }

    /** A list of messages, one for each thing that is wrong: the first is told. */
    void problems(String name, String list, String fallback) {
        variable(name, list);
        validation("variables." + name + ".size() == 0", "variables." + name + "[0]", fallback);
    }

    String write(String heading) {
        StringBuilder text = new StringBuilder("# ").append(heading)
                .append("\n# Generated from the catalogue of annotations; do not edit.\nmatchConditions:\n");
        conditions.forEach((name, expression) -> entry(text, name, expression));
        text.append("variables:\n");
        variables.forEach((name, expression) -> entry(text, name, expression));
        return text.append("validations:\n").append(validations).toString();
    }

    private static void entry(StringBuilder text, String name, String expression) {
        text.append("  - name: ").append(name).append("\n    expression: ").append(yaml(expression)).append('\n');
    }

    private static String yaml(String text) {
        return "'" + text.replaceAll("\\s*\\n\\s*", " ").strip().replace("'", "''") + "'";
    }
}
