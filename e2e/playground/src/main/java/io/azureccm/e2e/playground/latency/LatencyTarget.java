package io.azureccm.e2e.playground.latency;

import java.util.Locale;

/** What a figure of a scenario should at most be. */
public record LatencyTarget(Figure figure, double most) {
    /** What is measured, as the table and its verdicts call it. */
    public enum Figure {
        /** Of the limit. */
        RATIO("ratio"),
        SECONDS("seconds"),
        READS("reads"),
        WRITES("writes"),
        /** Of the load balancer and the security group together. */
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
        return measured.figure(figure) <= most;
    }

    /** {@code 1.25} of the limit, or {@code 8 s}. */
    String text() {
        return figure == Figure.SECONDS
                ? String.format(Locale.ROOT, "%.0f s", most)
                : String.format(Locale.ROOT, "%.2f", most);
    }
}
