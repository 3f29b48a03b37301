package io.azureccm.common.resilience;

import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.BackoffConfig;
import io.azureccm.common.config.arm.RateLimitConfig;
import java.time.Duration;

/** The figures of an {@link ArmCallPolicy} whose instances have no configuration of their own, and their defaults. */
public record ArmCallSettings(Bulkheads bulkheads, RateLimitConfig budget, Retries retries, Breaker breaker,
        Limits limits) {
    /** Concurrent calls; separate for reads and writes, because a write may hold its slot for minutes. */
    public record Bulkheads(int reads, int writes, Duration longestWait) {}

    /**
     * Retries after the first attempt; delay n is {@code first * factor^n}, plus a random share up to {@code jitter} of it,
     * at most {@code cap}.
     */
    public record Retries(int count, Duration first, double factor, double jitter, Duration cap) {
        /** {@code cloudProviderBackoff} overrides everything except for the longest wait. */
        Retries honouring(BackoffConfig backoff) {
            return backoff.enabled()
                    ? new Retries(backoff.httpRetries(), backoff.httpDelay(), backoff.exponent(), backoff.jitter(),
                            cap)
                    : this;
        }
    }

    /** Opens for {@code open} if this share (0-100) of the last {@code window} calls of a type failed. */
    public record Breaker(int window, int leastCalls, float failurePercent, Duration open, int trials) {}

    /** The longest duration of one attempt of a call, with all its pages or polls, including its waits for the budget. */
    public record Limits(Duration get, Duration list, Duration write) {}

    private static final Duration RETRY_CAP = Duration.ofSeconds(60);

    /**
     * The defaults. First retries are quick: a gateway that responded with 503 has usually recovered a second later, and
     * otherwise the call is planned again anyway. {@code longestWrite} must be longer than the bound of long-running
     * operations.
     */
    public static ArmCallSettings of(ArmConfig config, Duration longestWrite) {
        return new ArmCallSettings(new Bulkheads(32, 64, Duration.ofSeconds(60)), config.rateLimits(),
                new Retries(3, Duration.ofSeconds(1), 2.0, 0.3, RETRY_CAP).honouring(config.backoff()),
                new Breaker(20, 10, 60, Duration.ofSeconds(30), 3),
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), longestWrite));
    }
}
