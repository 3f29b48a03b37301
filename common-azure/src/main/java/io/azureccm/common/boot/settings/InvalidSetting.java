package io.azureccm.common.boot.settings;

/**
 * Thrown by the constructor of a settings record when a value is of the right type and still wrong. The key is the name of the
 * component in kebab case, {@code share} or {@code read.burst}; the reader puts the prefix of the record before it.
 */
public final class InvalidSetting extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final String key;
    private final String value;
    private final String expected;

    /** {@code expected} ends the sentence "... is not valid, expected ...". */
    public InvalidSetting(String key, Object value, String expected) {
        super(key + ": " + problem(value, expected));
        this.key = key;
        this.value = String.valueOf(value);
        this.expected = expected;
    }

    /** Throws one unless {@code valid}. */
    public static void unless(boolean valid, String key, Object value, String expected) {
        if (!valid)
            throw new InvalidSetting(key, value, expected);
    }

    static String problem(Object value, String expected) {
        return "\"" + withoutPassword(value) + "\" is not valid, expected " + expected;
    }

    String key() {
        return key;
    }

    /** With the value as it was written, where that is known: {@code -1h} rather than {@code PT-1H}. */
    String problem(String written) {
        return problem(written == null ? value : written, expected);
    }

    /** What stands before the host of a URL may be a password. */
    private static String withoutPassword(Object value) {
        return String.valueOf(value).replaceAll("//[^/]*@", "//...@");
    }
}
