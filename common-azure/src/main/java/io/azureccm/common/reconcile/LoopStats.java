package io.azureccm.common.reconcile;

import java.time.Duration;
import java.util.List;

/**
 * A summary of a loop: events that wait and the age of the first one; total events, including ends of operations and turns
 * that were due by time; turns; how long each operation in flight has run; and turns and operations with a defect.
 */
public record LoopStats(int waiting, Duration oldest, long posted, long turns, List<Duration> underWay,
        long defects) {
    public LoopStats {
        underWay = List.copyOf(underWay);
    }

    /** For how long the oldest operation in flight has run; zero if there is none. */
    public Duration longest() {
        return underWay.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** The sum over all operations in flight. */
    public Duration total() {
        return underWay.stream().reduce(Duration.ZERO, Duration::plus);
    }
}
