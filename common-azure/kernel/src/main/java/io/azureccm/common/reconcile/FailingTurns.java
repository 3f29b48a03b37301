package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * The turns of a loop that have failed in a row, and why the last of them did. After a failure the loop starts over knowing nothing, so a
 * turn that only starts reads proves nothing: the row ends with a turn after which no operation is in flight, or after {@link #PROBATION}
 * without another failure. Not thread-safe, except {@link #state}.
 */
final class FailingTurns {
    static final Duration PROBATION = Duration.ofMinutes(5);
    private static final int MAX_CAUSE_LENGTH = 300;

    private Instant last = Instant.MIN;
    private long total;
    private volatile LoopStats.Failing state = LoopStats.Failing.NONE;

    /** Returns how long to wait before the loop starts over. */
    Duration failed(RuntimeException defect, Instant now) {
        last = now;
        total++;
        String cause = String.valueOf(defect).replaceAll("[\\s\\p{Cntrl}]+", " ");
        state = new LoopStats.Failing(state.inARow() + 1,
                cause.length() <= MAX_CAUSE_LENGTH ? cause : cause.substring(0, MAX_CAUSE_LENGTH) + "...");
        return DefectPauses.WAITS.delay(state.inARow());
    }

    /** {@code quiet}: no operation is in flight. */
    void succeeded(boolean quiet, Instant now) {
        if (state.inARow() > 0 && (quiet || !now.isBefore(last.plus(PROBATION))))
            forget();
    }

    /** The loop has stopped. */
    void forget() {
        state = LoopStats.Failing.NONE;
    }

    long total() {
        return total;
    }

    LoopStats.Failing state() {
        return state;
    }
}
