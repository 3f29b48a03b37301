package io.azureccm.common.kube.queue;

import io.azureccm.common.reconcile.LoopStats;
import java.time.Duration;

/**
 * The current content of a queue (keys pending, keys with a worker, age of the oldest pending key) and its totals (adds, of
 * which merged into a pending key, keys handed out, retries, keys dropped at shutdown).
 */
public record QueueStats(int pending, InWork work, Duration oldest, long added, long merged, long handedOut,
        long retried, long dropped) {
    /** How many keys workers process, how long ago the first of them was taken, and the sum over all of them. */
    public record InWork(int keys, Duration longest, Duration all) {
        public static final InWork NOTHING = new InWork(0, Duration.ZERO, Duration.ZERO);
    }

    /** A loop in the terms of a queue: events are queued, operations are in flight, and a turn takes all queued events. */
    public static QueueStats of(LoopStats loop) {
        InWork work = new InWork(loop.underWay().size(),
                loop.underWay().stream().max(Duration::compareTo).orElse(Duration.ZERO),
                loop.underWay().stream().reduce(Duration.ZERO, Duration::plus));
        return new QueueStats(loop.waiting(), work, loop.oldest(), loop.posted(),
                loop.posted() - loop.turns() - loop.waiting(),
                loop.turns(), loop.defects(), 0);
    }

    public int inWork() {
        return work.keys();
    }
}
