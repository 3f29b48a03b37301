package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.written.SettingProblem;

/**
 * Thrown by the constructor of a settings record for a value that has the right type but is invalid. The key is the name of
 * the component in kebab case, {@code share} or {@code read.burst}; the reader prepends the prefix of the record.
 */
public final class InvalidSetting extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final String key;
    private final String value;
    private final String expected;

    /** {@code expected} completes the sentence "... is not valid, expected ...". */
    public InvalidSetting(String key, Object value, String expected) {
        super(key + ": " + SettingProblem.text(value, expected));
        this.key = key;
        this.value = String.valueOf(value);
        this.expected = expected;
    }

    /** Throws an exception unless {@code valid}. */
    public static void unless(boolean valid, String key, Object value, String expected) {
        if (!valid)
            throw new InvalidSetting(key, value, expected);
    }

    String key() {
        return key;
    }

    /** The problem with the value as the user wrote it, if known: {@code -1h} rather than {@code PT-1H}. */
    String problem(String written) {
        return SettingProblem.text(written == null ? value : written, expected);
    }
}
