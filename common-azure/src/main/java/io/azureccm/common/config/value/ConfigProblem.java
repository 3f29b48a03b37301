package io.azureccm.common.config.value;

import java.util.Objects;

/**
 * Something to say about the configuration. The text never holds a secret.
 *
 * @param source  file, secret or flag set it was found in
 * @param key     key or flag, empty when the source as a whole is meant
 * @param message what is wrong and what would be right
 */
public record ConfigProblem(Severity severity, String source, String key, String message) {

    /** How much a problem matters. */
    public enum Severity {

        /** The configuration cannot be used. */
        ERROR,

        /** It can be used, but probably not as meant. */
        WARNING,

        /** Good to know. */
        INFO
    }

    public ConfigProblem {
        Objects.requireNonNull(severity);
        Objects.requireNonNull(source);
        Objects.requireNonNull(key);
        Objects.requireNonNull(message);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** One line for the log: {@code source: key: message}. */
    public String text() {
        return key.isEmpty() ? source + ": " + message : source + ": " + key + ": " + message;
    }
}
