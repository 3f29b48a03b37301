package io.azureccm.e2e.suite.faults.lasting;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** In which sequences Azure refuses something for good. */
public enum Lasting {
    ALWAYS,
    NEVER,
    /** In a third of them. */
    MIXED;

    public static Lasting of(String title) {
        return Arrays.stream(values())
                .filter(each -> each.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--lasting=" + title + " is not one of always, never, mixed"));
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a sequence has lasting faults. */
    public boolean applies(Random random) {
        return this == ALWAYS || this == MIXED && random.nextInt(3) == 0;
    }
}
