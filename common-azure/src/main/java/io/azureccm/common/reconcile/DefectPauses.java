package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lanes whose last operation had a defect, and until when each pauses: planned anew at once, the operation would fail without end.
 * Other lanes go on. Not thread-safe.
 */
final class DefectPauses {
    static final BackOff WAITS = BackOff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final Map<String, Integer> inARow = new HashMap<>();
    private final Map<String, Instant> until = new HashMap<>();
    private long total;

    boolean pauses(String lane) {
        return until.containsKey(lane);
    }

    void defect(String lane, Instant now) {
        total++;
        until.put(lane, now.plus(WAITS.delay(inARow.merge(lane, 1, Integer::sum))));
    }

    /** An operation in the lane has ended as it should. */
    void forget(String lane) {
        inARow.remove(lane);
        until.remove(lane);
    }

    /** Ends the pauses that are over. */
    void endUntil(Instant now) {
        until.values().removeIf(end -> !end.isAfter(now));
    }

    Optional<Instant> nextEnd() {
        return until.values().stream().min(Instant::compareTo);
    }

    /** How many defects there were, in all lanes. */
    long total() {
        return total;
    }
}
