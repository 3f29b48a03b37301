package io.azureccm.e2e.playground.latency;

import java.util.Locale;

/** The maximum that a figure of a scenario should have. */
public record LatencyTarget(Figure figure, double max) {
    /** The figures that have targets, with their names in the table and its verdicts. */
    public enum Figure {
        /** Ratio to the limit. */
        RATIO("ratio"),
        SECONDS("seconds"),
        READS("reads"),
        WRITES("writes"),
        /** Writes of the load balancer and the security group together. */
        SHARED_WRITES("LB+NSG");

        private final String word;

        Figure(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        boolean isTime() {
            return this == RATIO || this == SECONDS;
        }
    }

    boolean isMet(Measured measured) {
        return measured.figure(figure) <= max;
    }

    /** {@code 1.25} of the limit, or {@code 8 s}. */
    String text() {
        return figure == Figure.SECONDS
                ? String.format(Locale.ROOT, "%.0f s", max)
                : String.format(Locale.ROOT, "%.2f", max);
    }
}
