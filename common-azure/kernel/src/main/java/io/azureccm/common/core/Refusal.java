package io.azureccm.common.core;

/**
 * A user's mistake found while planning: it excludes one object (a Service as {@code namespace/name}, a node, a key of a
 * file) from the plan and nothing else. The code is stable; the message names the key, the value and what would be valid.
 */
public record Refusal(String code, String subject, String message) {
    /** The message is made printable, since it may quote arbitrary values. */
    public Refusal {
        message = PrintableText.of(message, PrintableText.MESSAGE);
    }

    /** The same with an addition after a semicolon. */
    public Refusal with(String more) {
        return new Refusal(code, subject, message + "; " + more);
    }
}
