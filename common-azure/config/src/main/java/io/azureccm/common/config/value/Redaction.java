package io.azureccm.common.config.value;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Removes known secret values from any text. This is the last line of defence: messages are not built from secrets, but a
 * secret may also occur where none is expected. Values too short to be secret are not redacted.
 */
public final class Redaction {

    /** The replacement text. */
    public static final String MARK = "(redacted)";

    private static final int MIN_LENGTH = 5;

    private final List<String> secrets;

    private Redaction(List<String> secrets) {
        this.secrets = secrets;
    }

    /** Redacts these values; longer ones first, in case one contains another. */
    public static Redaction of(Collection<String> secrets) {
        return new Redaction(secrets.stream()
                .filter(s -> s.length() >= MIN_LENGTH)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .toList());
    }

    public String apply(String text) {
        String result = text;
        for (String secret : secrets) {
            result = result.replace(secret, MARK);
        }
        return result;
    }
}
