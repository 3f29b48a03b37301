package io.azureccm.common.kube.client;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A token bucket on a monotonic nanosecond clock: initially {@code burst} tokens, refilled at {@code perSecond}. */
public final class TokenBucket {
    private final double perSecond;
    private final int burst;
    private final LongSupplier nanoTime;
    private double tokens;
    private long refilled;

    public TokenBucket(double perSecond, int burst, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = nanoTime;
        this.tokens = burst;
        this.refilled = nanoTime.getAsLong();
    }

    /** Takes a token if one is available. */
    public synchronized boolean tryTake() {
        refill();
        if (tokens < 1)
            return false;
        tokens--;
        return true;
    }

    /** Always takes a token and returns how long to wait before using it; later callers wait longer. */
    public synchronized Duration reserve() {
        refill();
        tokens--;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil(-tokens / perSecond * 1e9));
    }

    private void refill() {
        long now = nanoTime.getAsLong();
        tokens = Math.min(burst, tokens + (now - refilled) / 1e9 * perSecond);
        refilled = now;
    }
}
