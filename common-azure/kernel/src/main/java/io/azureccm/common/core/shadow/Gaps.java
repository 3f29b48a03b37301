package io.azureccm.common.core.shadow;

import io.azureccm.common.core.shadow.ShadowReport.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The times of an observation in which not everything was observed, newest first, and since when there has been none. */
final class Gaps {
    private static final int KEPT = 50;

    private final Instant since;
    private final Deque<Gap> gaps = new ArrayDeque<>();
    private Optional<Instant> unbroken = Optional.empty();
    private Instant lastSeen;

    Gaps(Instant since) {
        this.since = since;
        this.lastSeen = since;
    }

    Instant since() {
        return since;
    }

    /** Empty while there is a gap, and before the first check. */
    Optional<Instant> unbroken() {
        return unbroken;
    }

    /** When everything was last observed. */
    Instant lastSeen() {
        return lastSeen;
    }

    List<Gap> all() {
        return List.copyOf(gaps);
    }

    /** Begins at the last time at which everything was observed; a new reason for the same gap replaces the previous one. */
    void open(Instant now, String why) {
        unbroken = Optional.empty();
        boolean open = !gaps.isEmpty() && gaps.getFirst().until().isEmpty();
        Instant from = open ? gaps.removeFirst().from() : lastSeen;
        add(new Gap(from, Optional.empty(), why));
    }

    /** Everything was observed. True if it had not been before: the observation starts over. */
    boolean seen(Instant now, Duration longestPause) {
        if (unbroken.isPresent() && lastSeen.plus(longestPause).isBefore(now)) {
            open(now, "no check for " + Duration.between(lastSeen, now).toSeconds() + " s");
        }
        boolean begins = unbroken.isEmpty();
        if (begins) {
            if (!gaps.isEmpty() && gaps.getFirst().until().isEmpty()) {
                Gap open = gaps.removeFirst();
                add(new Gap(open.from(), Optional.of(now), open.why()));
            }
            unbroken = Optional.of(now);
        }
        lastSeen = now;
        return begins;
    }

    private void add(Gap gap) {
        gaps.addFirst(gap);
        if (gaps.size() > KEPT)
            gaps.removeLast();
    }
}
