package io.azureccm.e2e.playground.latency;

import java.time.Duration;
import java.util.Locale;

/** Durations as seconds, as the benchmark prints them. */
final class Seconds {
    private Seconds() {}

    static double of(Duration time) {
        return time.toNanos() / 1e9;
    }

    /** {@code 1.5 s}. */
    static String text(Duration time, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f s", of(time));
    }
}
