package io.azureccm.common.config.value;

/**
 * A problem or notice about the configuration. The text never contains a secret.
 *
 * @param source  file, secret or flag set in which it was found
 * @param key     key or flag, empty if it concerns the source as a whole
 * @param message what is wrong and what is expected
 */
public record ConfigProblem(Severity severity, String source, String key, String message) {

    /** The severity of a problem. */
    public enum Severity {

        /** The configuration cannot be used. */
        ERROR,

        /** The configuration can be used, but probably not as intended. */
        WARNING,

        /** For information. */
        INFO
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** One line for the log: {@code source: key: message}. */
    public String text() {
        return key.isEmpty() ? source + ": " + message : source + ": " + key + ": " + message;
    }
}
