package io.azureccm.e2e.playground.latency;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.azureccm.e2e.playground.latency.Measured.Run;

/** The maximum that a figure of a scenario should have. */
public record LatencyTarget(Figure figure, double max) {
    /** The figures that have targets, with their names in the table and its verdicts. */
    public enum Figure {
        /** Ratio to the limit. */
        RATIO("ratio", Measured::ratio),
        SECONDS("seconds", measured -> Seconds.of(measured.median())),
        READS("reads", Measured::reads),
        WRITES("writes", measured -> measured.max(run -> run.calls().writes())),
        /** Writes of the load balancer and the security group together. */
        SHARED_WRITES("LB+NSG", measured -> measured.max(Run::sharedWrites));

        private final String word;
        private final ToDoubleFunction<Measured> figure;

        Figure(String word, ToDoubleFunction<Measured> figure) {
            this.word = word;
            this.figure = figure;
        }

        public String word() {
            return word;
        }

        boolean isTime() {
            return this == RATIO || this == SECONDS;
        }
    }

    boolean isMet(Measured measured) {
        return figure.figure.applyAsDouble(measured) <= max;
    }

    /** {@code 1.25} of the limit, or {@code 8 s}. */
    String text() {
        return figure == Figure.SECONDS
                ? String.format(Locale.ROOT, "%.0f s", max)
                : String.format(Locale.ROOT, "%.2f", max);
    }
}
