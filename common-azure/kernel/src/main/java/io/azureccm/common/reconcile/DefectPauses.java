package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lanes whose last operation had a defect, and until when each is paused: replanned at once, the operation would fail
 * endlessly. Other lanes continue. Not thread-safe.
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

    /** An operation in the lane has ended normally. */
    void forget(String lane) {
        inARow.remove(lane);
        until.remove(lane);
    }

    /** Ends the pauses that have expired. */
    void endUntil(Instant now) {
        until.values().removeIf(end -> !end.isAfter(now));
    }

    Dispatcher.State state(Set<String> underWay) {
        return new Dispatcher.State(underWay, inARow, until);
    }

    void restore(Dispatcher.State state) {
        inARow.clear();
        inARow.putAll(state.defects());
        until.clear();
        until.putAll(state.pauses());
    }

    Optional<Instant> nextEnd() {
        return until.values().stream().min(Instant::compareTo);
    }

    /** The number of defects in all lanes. */
    long total() {
        return total;
    }
}
