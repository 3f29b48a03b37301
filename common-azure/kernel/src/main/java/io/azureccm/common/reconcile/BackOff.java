package io.azureccm.common.reconcile;

import java.time.Duration;

/**
 * Growing waits: {@code base} before the first retry, then {@code factor} times as long before each further one, at most
 * {@code cap}.
 */
public record BackOff(Duration base, int factor, Duration cap) {
    public BackOff {
        if (base.isNegative() || factor < 1)
            throw new IllegalArgumentException("a back-off needs a base of 0 or more and a factor of 1 or more");
        if (cap.compareTo(base) < 0)
            throw new IllegalArgumentException("the cap " + cap + " is shorter than the base " + base);
    }

    /** Doubles with each retry. */
    public static BackOff doubling(Duration base, Duration cap) {
        return new BackOff(base, 2, cap);
    }

    /** The same with no wait longer than {@code longest}. */
    public BackOff within(Duration longest) {
        if (longest.compareTo(cap) >= 0)
            return this;
        return new BackOff(base.compareTo(longest) < 0 ? base : longest, factor, longest);
    }

    /** The wait before the given retry, counted from 1. */
    public Duration delay(int attempt) {
        Duration delay = base;
        for (int i = 1; i < attempt && delay.compareTo(cap) < 0 && delay.isPositive(); i++)
            delay = delay.multipliedBy(factor);
        return delay.compareTo(cap) < 0 ? delay : cap;
    }
}
