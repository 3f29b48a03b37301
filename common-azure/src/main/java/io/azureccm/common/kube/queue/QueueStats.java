package io.azureccm.common.kube.queue;

import java.time.Duration;

/**
 * What a queue holds now (keys pending, keys with a worker, age of the oldest pending key) and has done so far (adds, of
 * which merged into a pending key, keys handed out, retries, keys dropped at shutdown).
 */
public record QueueStats(int pending, int inWork, Duration oldest, long added, long merged, long handedOut,
        long retried,
        long dropped) {}
