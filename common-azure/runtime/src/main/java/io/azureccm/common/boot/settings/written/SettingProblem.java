package io.azureccm.common.boot.settings.written;

import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;

/** Makes the problems of settings. */
public final class SettingProblem {
    private static final String SOURCE = "settings";

    private SettingProblem() {}

    /** A value that is not valid; {@code expected} completes the sentence "... is not valid, expected ...". */
    public static ConfigProblem wrong(String key, Object value, String expected) {
        return error(key, text(value, expected));
    }

    public static ConfigProblem error(String key, String message) {
        return new ConfigProblem(Severity.ERROR, SOURCE, key, message);
    }

    /** Something that is as good as not written. */
    public static ConfigProblem warning(String key, String message) {
        return new ConfigProblem(Severity.WARNING, SOURCE, key, message);
    }

    public static String text(Object value, String expected) {
        return "\"" + withoutPassword(value) + "\" is not valid, expected " + expected;
    }

    /** The part before the host of a URL may be a password. */
    private static String withoutPassword(Object value) {
        return String.valueOf(value).replaceAll("//[^/]*@", "//...@");
    }
}
