package io.azureccm.common.core.shadow;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a shadow has seen from {@code since} to {@code at}. {@code why} says what keeps it from a good verdict, "" for nothing;
 * {@code unbroken} is since when there was no gap, empty while there is one. {@code pending} are differences that are not judged,
 * since what they are about has not come to rest.
 */
public record ShadowReport(Verdict verdict, String why, Instant since, Instant at, Optional<Instant> unbroken,
        Counts counts, List<Found> explained, List<Found> unexplained, List<Difference> pending, List<Ended> ended,
        List<Gap> gaps) {
    /** Objects known ({@code noun} is what they are), how many of them were compared since the last gap, all comparisons, all looks. */
    public record Counts(String noun, int known, int compared, long comparisons, long looks) {}

    /** A difference that stands, since when, and the anchors that explain it, none if nothing does. */
    public record Found(Difference difference, Instant since, List<String> anchors) {
        public Found {
            anchors = List.copyOf(anchors);
        }
    }

    /** A difference without explanation that has gone since. */
    public record Ended(Difference difference, Instant since, Instant until) {}

    /** A time in which not everything was seen, and why; it goes on while {@code until} is empty. */
    public record Gap(Instant from, Optional<Instant> until, String why) {}

    public ShadowReport {
        explained = List.copyOf(explained);
        unexplained = List.copyOf(unexplained);
        pending = List.copyOf(pending);
        ended = List.copyOf(ended);
        gaps = List.copyOf(gaps);
    }
}
