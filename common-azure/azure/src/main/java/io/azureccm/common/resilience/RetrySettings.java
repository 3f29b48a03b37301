package io.azureccm.common.resilience;

import io.azureccm.common.config.arm.BackoffConfig;
import java.time.Duration;

/**
 * Retries after the first attempt; delay n is {@code first * factor^n}, plus a random share up to {@code jitter} of it,
 * at most {@code cap}.
 */
public record RetrySettings(int count, Duration first, double factor, double jitter, Duration cap) {
    /** {@code cloudProviderBackoff} overrides everything except for the longest wait. */
    public RetrySettings honouring(BackoffConfig backoff) {
        return backoff.enabled()
                ? new RetrySettings(backoff.httpRetries(), backoff.duration(), backoff.exponent(), backoff.jitter(),
                        cap)
                : this;
    }
}
