package io.azureccm.common.core.shadow;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a shadow has observed from {@code since} to {@code at}. {@code why} says what prevents a PASS, "" for nothing;
 * {@code unbroken} is since when there has been no gap, empty during a gap. {@code pending} are differences that are not
 * judged, since the objects concerned have not come to rest.
 */
public record ShadowReport(Verdict verdict, String why, Instant since, Instant at, Optional<Instant> unbroken,
        Counts counts, List<Found> explained, List<Found> unexplained, List<Difference> pending, List<Ended> ended,
        List<Gap> gaps) {
    /**
     * Objects known ({@code noun} is their kind), how many of them were compared since the last gap, all comparisons, all
     * checks.
     */
    public record Counts(String noun, int known, int compared, long comparisons, long checks) {}

    /** A persisting difference, since when, and the anchors that explain it, none if it is unexplained. */
    public record Found(Difference difference, Instant since, List<String> anchors) {
        public Found {
            anchors = List.copyOf(anchors);
        }
    }

    /** An unexplained difference that no longer exists. */
    public record Ended(Difference difference, Instant since, Instant until) {}

    /** A time in which not everything was observed, and why; ongoing while {@code until} is empty. */
    public record Gap(Instant from, Optional<Instant> until, String why) {}

    public ShadowReport {
        explained = List.copyOf(explained);
        unexplained = List.copyOf(unexplained);
        pending = List.copyOf(pending);
        ended = List.copyOf(ended);
        gaps = List.copyOf(gaps);
    }
}
