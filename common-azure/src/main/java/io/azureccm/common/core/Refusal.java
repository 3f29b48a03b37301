package io.azureccm.common.core;

/**
 * A user's mistake found while planning: it keeps one object (a Service as {@code namespace/name}, a node, a key of a file)
 * out of the plan and nothing else. The code is stable, the message names key, value and what would be right.
 */
public record Refusal(String code, String subject, String message) {
    /** The message is made printable, whatever values are quoted in it. */
    public Refusal {
        message = PrintableText.of(message, PrintableText.MESSAGE);
    }

    /** The same with one more thing to say, after a semicolon. */
    public Refusal with(String more) {
        return new Refusal(code, subject, message + "; " + more);
    }
}
