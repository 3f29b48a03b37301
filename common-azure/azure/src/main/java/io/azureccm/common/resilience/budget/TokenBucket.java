package io.azureccm.common.resilience.budget;

import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;

/**
 * One bucket of calls that fills steadily. It can be lowered and closed from outside, never raised. After it was closed it
 * fills at half the rate, half of that again if it is closed again meanwhile, and recovers step by step. If its limit has a
 * peak, calls also wait while the latest seconds had too many. Times are readings of a monotonic clock in nanoseconds. Not
 * thread-safe.
 */
final class TokenBucket {
    /** The source of the level. */
    enum Source {
        DOCUMENTED, CONFIGURED, HEADER, THROTTLED
    }

    /** How long a reduced rate is kept before it is doubled again. */
    static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final BackOff CLOSINGS = BackOff.doubling(Duration.ofSeconds(10), Duration.ofSeconds(60));
    private static final double SLOWEST = 1.0 / 16;
    /** Calls per second below which the rate is not reduced further. */
    private static final double SLOW_ENOUGH = 0.1;
    private static final double SECOND = 1e9;
    /** Tolerance, so that rounding does not delay a call. */
    private static final double GRAIN = 1e-6;

    private final BudgetLimit limit;
    private final Source origin;
    private final PeakWindow peak;
    private double level;
    private long at;
    private boolean closed;
    private long opens;
    private double pace = 1;
    private long slowUntil;
    private Source source;
    /** Closings without a named end, since a call has succeeded. */
    private int unnamed;

    TokenBucket(BudgetLimit limit, Source origin, long now) {
        this.limit = limit;
        this.origin = origin;
        this.source = origin;
        this.level = limit.atOnce();
        this.at = now;
        this.peak = new PeakWindow(limit.mostInTenSeconds(), now);
    }

    /** Calls that may be sent at once after a period without calls. */
    double size() {
        return limit.atOnce();
    }

    /** The calls added in this time at full rate. */
    double filledIn(Duration time) {
        return limit.rate() * time.toNanos() / SECOND;
    }

    /** Calls that may be sent at once now. */
    double level(long now) {
        refill(now);
        return Math.min(level, peak.left(now));
    }

    /** The current fill rate in calls per second. */
    double rate(long now) {
        refill(now);
        return limit.rate() * pace;
    }

    Source source(long now) {
        refill(now);
        return source;
    }

    /** True if a call may be taken that leaves {@code floor} calls to others. */
    boolean has(double floor, long now) {
        return !isClosed(now) && level(now) >= 1 + floor - GRAIN;
    }

    void take(long now) {
        level -= 1;
        peak.take(now);
    }

    /** Nanoseconds until {@link #has} may be true with {@code ahead} others going first; an estimate that is rather too long. */
    long nanosUntil(double floor, int ahead, long now) {
        refill(now);
        if (size() < 1)
            return Long.MAX_VALUE;
        long wait = closed ? opens - now : 0;
        long quieter = peak.nanosUntil(floor, ahead, now);
        double missing = 1 + floor + ahead - level;
        if (missing <= 0)
            return Math.max(wait, quieter);
        double rate = limit.rate() * pace;
        return rate <= 0 ? Long.MAX_VALUE : Math.max(wait + (long) Math.ceil(missing / rate * SECOND), quieter);
    }

    /** At most this is left. */
    void lower(double left, long now) {
        refill(now);
        if (left < level) {
            level = Math.max(0, left);
            source = Source.HEADER;
        }
    }

    /** Closes the bucket until then. One call may go when it opens, provided that its rate allows for one. */
    void close(long until, long now) {
        refill(now);
        long end = Math.max(until, now + 1);
        long filledUntil = closed ? opens : now;
        if (!closed) {
            pace = Math.min(1, Math.max(Math.max(SLOWEST, SLOW_ENOUGH / limit.rate()), pace / 2));
            closed = true;
        }
        opens = Math.max(filledUntil, end);
        level = Math.min(1, level + limit.rate() * (opens - filledUntil) / SECOND);
        slowUntil = opens + RECOVERY.toNanos();
        source = Source.THROTTLED;
    }

    boolean isClosed(long now) {
        refill(now);
        return closed;
    }

    /** Closed, or slower than usual because it was closed. */
    boolean isHeldUp(long now) {
        return isClosed(now) || pace < 1;
    }

    /** Nanoseconds until it opens, 0 if it is open. */
    long closedFor(long now) {
        refill(now);
        return closed ? opens - now : 0;
    }

    /**
     * How long to stay closed if Azure names no time: longer each time until a call has succeeded. While the bucket is closed,
     * a refusal is of a call that was sent before, together with the one that closed it, and changes nothing.
     */
    Duration unnamedClosing(long now) {
        if (isClosed(now))
            return Duration.ZERO;
        return CLOSINGS.delay(++unnamed);
    }

    void passed(long now) {
        if (!isClosed(now))
            unnamed = 0;
    }

    /** True if removing it would change nothing. */
    boolean isAsNew(long now) {
        refill(now);
        return !closed && pace >= 1 && level >= limit.atOnce() - GRAIN;
    }

    private void refill(long now) {
        long from = at;
        if (closed) {
            if (now < opens)
                return;
            closed = false;
            from = opens;
        }
        at = Math.max(at, now);
        while (from < now) {
            long until = pace < 1 ? Math.min(now, Math.max(from, slowUntil)) : now;
            level += (until - from) / SECOND * limit.rate() * pace;
            from = until;
            if (pace < 1 && from >= slowUntil) {
                pace = Math.min(1, pace * 2);
                slowUntil += RECOVERY.toNanos();
            }
        }
        if (level >= limit.atOnce()) {
            level = limit.atOnce();
            source = pace < 1 ? source : origin;
        }
    }
}
