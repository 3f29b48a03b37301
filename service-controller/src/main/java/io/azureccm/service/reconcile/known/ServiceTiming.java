package io.azureccm.service.reconcile.known;

import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.RetryPolicy;
import java.time.Duration;

/**
 * When plans are made: after {@code idleWindow} without changes, at the latest {@code maxAge} after the first change; a failed Service
 * according to {@link #retries()}, with back-offs from {@code retryBase} to {@code retryCap}; everything is compared with Azure every
 * {@code driftPeriod}. The first addresses of a burst wait at most {@code addressWait} for the others. Quota usage is first read {@code
 * quotaWait} after the start.
 */
public record ServiceTiming(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap,
        Duration driftPeriod, Duration addressWait, Duration quotaWait) {
    private static final Duration ADDRESS_WAIT = Duration.ofSeconds(1);
    private static final Duration QUOTA_WAIT = Duration.ofMinutes(5);
    public static final ServiceTiming DEFAULT = new ServiceTiming(Duration.ofMillis(400), Duration.ofSeconds(3),
            Duration.ofSeconds(2), Duration.ofSeconds(300), Duration.ofMinutes(10));

    /** Users wait for deletions, and their obstacles often disappear soon. */
    private static final Duration CLEANUP_CAP = Duration.ofSeconds(30);

    public ServiceTiming(Duration idleWindow, Duration maxAge, Duration retryBase, Duration retryCap,
            Duration driftPeriod) {
        this(idleWindow, maxAge, retryBase, retryCap, driftPeriod, ADDRESS_WAIT, QUOTA_WAIT);
    }

    /** A copy with plans at the latest this long after a change. */
    public ServiceTiming within(Duration longest) {
        return longest.compareTo(maxAge) < 0
                ? new ServiceTiming(idleWindow, longest, retryBase, retryCap, driftPeriod, addressWait, quotaWait)
                : this;
    }

    /** A copy in which everything is compared with Azure at least this often. */
    public ServiceTiming comparedWithin(Duration longest) {
        return longest.compareTo(driftPeriod) < 0
                ? new ServiceTiming(idleWindow, maxAge, retryBase, retryCap, longest, addressWait, quotaWait)
                : this;
    }

    /** The retry policy of Services; shorter waits for a Service that is being removed. */
    public RetryPolicy retries() {
        return new RetryPolicy(BackOff.doubling(retryBase, retryCap), CLEANUP_CAP);
    }

    /** The retry policy of reads: while one fails, everything waits, including deletions. */
    public RetryPolicy readRetries() {
        return new RetryPolicy(BackOff.doubling(retryBase, retryCap).within(CLEANUP_CAP), CLEANUP_CAP);
    }
}
