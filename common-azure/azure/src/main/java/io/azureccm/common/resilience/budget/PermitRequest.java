package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchange;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A request for a permit: the buckets in which it is counted, and its place among the waiting ones. Guarded by the budget's
 * lock.
 */
final class PermitRequest implements Comparable<PermitRequest> {
    private final ArmExchange exchange;
    private final Map<BucketKey, TokenBucket> buckets;
    private final long number;
    private final boolean overdue;
    private final Thread thread = Thread.currentThread();
    private boolean granted;

    PermitRequest(ArmExchange exchange, Map<BucketKey, TokenBucket> buckets, long number, boolean overdue) {
        this.exchange = exchange;
        this.buckets = buckets;
        this.number = number;
        this.overdue = overdue;
    }

    ArmExchange exchange() {
        return exchange;
    }

    /** The buckets that it is counted in, the narrowest last. */
    Map<BucketKey, TokenBucket> buckets() {
        return buckets;
    }

    /** Requests like this one have been held back for so long that it goes first. */
    boolean isOverdue() {
        return overdue;
    }

    boolean isGranted() {
        return granted;
    }

    void grant() {
        granted = true;
        if (thread != Thread.currentThread())
            LockSupport.unpark(thread);
    }

    /**
     * Overdue requests first, then the more urgent ones, then those that serve many before those that serve one, then in
     * order of arrival.
     */
    @Override
    public int compareTo(PermitRequest other) {
        if (overdue != other.overdue)
            return overdue ? -1 : 1;
        int byPriority = exchange.reason().priority().compareTo(other.exchange.reason().priority());
        if (byPriority != 0)
            return byPriority;
        int byReach = Boolean.compare(other.exchange.reason().forMany(), exchange.reason().forMany());
        return byReach != 0 ? byReach : Long.compare(number, other.number);
    }
}
