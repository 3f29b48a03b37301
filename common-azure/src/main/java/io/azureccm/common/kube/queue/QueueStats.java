package io.azureccm.common.kube.queue;

import java.time.Duration;

/**
 * What a queue holds now (keys pending, keys with a worker, age of the oldest pending key) and has done so far (adds, of
 * which merged into a pending key, keys handed out, retries, keys dropped at shutdown).
 */
public record QueueStats(int pending, InWork work, Duration oldest, long added, long merged, long handedOut,
        long retried, long dropped) {
    /** How many keys workers have, for how long the first of them was taken, and the sum over all of them. */
    public record InWork(int keys, Duration longest, Duration all) {
        public static final InWork NOTHING = new InWork(0, Duration.ZERO, Duration.ZERO);
    }

    public int inWork() {
        return work.keys();
    }
}
