package io.azureccm.common.reconcile;

import java.time.Duration;
import java.util.List;

/**
 * A loop at a glance: events that wait and how long the first of them has; events so far, ends of operations and moments at
 * which a turn was due included; turns; how long each operation under way has run; and turns and operations that had a defect.
 */
public record LoopStats(int waiting, Duration oldest, long posted, long turns, List<Duration> underWay,
        long defects) {
    public LoopStats {
        underWay = List.copyOf(underWay);
    }
}
