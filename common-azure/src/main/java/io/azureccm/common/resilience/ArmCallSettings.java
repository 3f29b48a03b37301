package io.azureccm.common.resilience;

import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.BackoffConfig;
import io.azureccm.common.config.arm.RateLimitConfig;
import java.time.Duration;

/** All figures of {@link ArmCallPolicy}; immutable, checked by Resilience4j when the policy is built. */
public record ArmCallSettings(Bulkheads bulkheads, RateLimitConfig budget, Retries retries, Breaker breaker,
        Limits limits) {
    /** Calls at the same time; reads and writes apart, because a write may hold its place for minutes. */
    public record Bulkheads(int reads, int writes, Duration longestWait) {}

    /** Tries after the first; delay n is {@code first * factor^n}, plus a random share up to {@code jitter} of it, at most {@code cap}. */
    public record Retries(int count, Duration first, double factor, double jitter, Duration cap) {}

    /** Opens for {@code open} when of the last {@code window} calls of a type this share (0-100) failed. */
    public record Breaker(int window, int leastCalls, float failurePercent, Duration open, int trials) {}

    /** The longest one try of a call may take, with all its pages or polls, and with its waits for the budget. */
    public record Limits(Duration get, Duration list, Duration write) {}

    private static final Duration RETRY_CAP = Duration.ofSeconds(60);

    /**
     * What holds where nothing is set. Retries are quick at first: a gateway that answered 503 mostly has recovered a second
     * later, and what has not is planned again anyway. {@code longestWrite} must be longer than the bound of long-running
     * operations.
     */
    public static ArmCallSettings of(ArmConfig config, Duration longestWrite) {
        return new ArmCallSettings(new Bulkheads(32, 64, Duration.ofSeconds(60)), config.rateLimits(),
                new Retries(3, Duration.ofSeconds(1), 2.0, 0.3, RETRY_CAP),
                new Breaker(20, 10, 60, Duration.ofSeconds(30), 3),
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), longestWrite)).honouring(config.backoff());
    }

    /** {@code cloudProviderBackoff} brings its own retries, but for the longest wait. */
    public ArmCallSettings honouring(BackoffConfig backoff) {
        return backoff.enabled()
                ? new ArmCallSettings(bulkheads, budget, new Retries(backoff.httpRetries(), backoff.httpDelay(),
                        backoff.exponent(), backoff.jitter(), retries.cap()), breaker, limits)
                : this;
    }
}
