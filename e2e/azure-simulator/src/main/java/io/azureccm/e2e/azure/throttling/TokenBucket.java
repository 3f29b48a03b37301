package io.azureccm.e2e.azure.throttling;

import java.time.Duration;
import java.time.Instant;

/** A token bucket with a steady refill. Not thread-safe. */
final class TokenBucket {
    private final double capacity;
    private final double perSecond;
    private double tokens;
    private Instant last;

    TokenBucket(double capacity, double perSecond, Instant now) {
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.tokens = capacity;
        this.last = now;
    }

    private void refill(Instant now) {
        double seconds = Duration.between(last, now).toNanos() / 1e9;
        tokens = Math.min(capacity, tokens + Math.max(0, seconds) * perSecond);
        last = now;
    }

    boolean hasOne(Instant now) {
        refill(now);
        return tokens >= 1;
    }

    void take() {
        tokens -= 1;
    }

    int left() {
        return (int) tokens;
    }

    /** Whole seconds until the next token is available, at least 1. */
    long secondsToNext() {
        return Math.max(1, (long) Math.ceil((1 - tokens) / perSecond));
    }
}
