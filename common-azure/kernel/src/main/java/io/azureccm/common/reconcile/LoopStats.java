package io.azureccm.common.reconcile;

import java.time.Duration;
import java.util.List;

/**
 * A summary of a loop: events that wait and the age of the first one; total events, including ends of operations and turns
 * that were due by time; turns; how long each operation in flight has run; turns and operations with a defect; and the turns that fail now.
 */
public record LoopStats(int waiting, Duration oldest, long posted, long turns, List<Duration> underWay,
        long defects, Failing failing) {
    /** How many turns have failed in a row, and why the last one did, in one line; 0 and "" while turns succeed. */
    public record Failing(int inARow, String cause) {
        public static final Failing NONE = new Failing(0, "");
    }

    public LoopStats {
        underWay = List.copyOf(underWay);
    }

    /** The same with the turns of another loop of the controller if more of those fail. */
    public LoopStats orFailing(Failing other) {
        return other.inARow() <= failing.inARow()
                ? this
                : new LoopStats(waiting, oldest, posted, turns, underWay, defects, other);
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
