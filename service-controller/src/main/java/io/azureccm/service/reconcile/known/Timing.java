package io.azureccm.service.reconcile.known;

import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.RetryPolicy;
import java.time.Duration;

/**
 * When plans are made: after nothing has changed for {@code idleWindow}, at the latest {@code maxAge} after the first change; a
 * Service that failed again when its {@link #retries()} say, with back-offs from {@code retryBase} to {@code retryCap}; everything
 * is compared with Azure every {@code driftPeriod}. The first addresses of a burst wait at most {@code addressWait} for the others.
 * What the subscription uses of its quotas is read {@code quotaWait} after the start for the first time.
 */
public record Timing(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap,
        Duration driftPeriod, Duration addressWait, Duration quotaWait) {
    private static final Duration ADDRESS_WAIT = Duration.ofSeconds(1);
    private static final Duration QUOTA_WAIT = Duration.ofMinutes(5);
    public static final Timing DEFAULT = new Timing(Duration.ofMillis(400), Duration.ofSeconds(3),
            Duration.ofSeconds(2), Duration.ofSeconds(300), Duration.ofMinutes(10));

    /** People wait for a deletion, and what keeps it from ending is often gone soon. */
    private static final Duration CLEANUP_CAP = Duration.ofSeconds(30);

    public Timing(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap, Duration driftPeriod) {
        this(idleWindow, maxAge, retryBase, retryCap, driftPeriod, ADDRESS_WAIT, QUOTA_WAIT);
    }

    /** The same, with addresses that wait at most so long for the others of a burst. */
    public Timing waitingForAddresses(Duration longest) {
        return new Timing(idleWindow, maxAge, retryBase, retryCap, driftPeriod, longest, quotaWait);
    }

    /** The same, with quotas that are read so long after the start. */
    public Timing readingQuotasAfter(Duration wait) {
        return new Timing(idleWindow, maxAge, retryBase, retryCap, driftPeriod, addressWait, wait);
    }

    /** The same, with plans at the latest so long after a change. */
    public Timing within(Duration longest) {
        return longest.compareTo(maxAge) < 0
                ? new Timing(idleWindow, longest, retryBase, retryCap, driftPeriod, addressWait, quotaWait)
                : this;
    }

    /** What has to happen before a Service is tried again; shorter waits for one to be taken down. */
    public RetryPolicy retries() {
        return RetryPolicy.of(BackOff.doubling(retryBase, retryCap), CLEANUP_CAP);
    }
}
