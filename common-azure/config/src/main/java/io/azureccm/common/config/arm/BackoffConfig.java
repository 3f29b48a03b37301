package io.azureccm.common.config.arm;

import java.time.Duration;
import java.util.Objects;

/**
 * Effective retry settings: if {@code enabled} is false, there is one attempt.
 *
 * @param retries  total attempts of a retried lookup
 * @param duration first delay
 * @param exponent factor from one delay to the next
 * @param jitter   random share added to a delay, 1.0 means up to double
 */
public record BackoffConfig(boolean enabled, int retries, Duration duration, double exponent, double jitter) {

    /** Retries of one HTTP call unless {@code cloudProviderBackoff} says otherwise. */
    public static final int DEFAULT_HTTP_RETRIES = 3;

    public static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);

    /** The settings if {@code cloudProviderBackoff} is false. */
    public static final BackoffConfig OFF = new BackoffConfig(false, 1, DEFAULT_DELAY, 1.5, 1.0);

    public BackoffConfig {
        Objects.requireNonNull(duration);
    }

    /** Retries after the first attempt of one HTTP call. */
    public int httpRetries() {
        return enabled ? retries : DEFAULT_HTTP_RETRIES;
    }

    /** Base delay between the attempts of one HTTP call. */
    public Duration httpDelay() {
        return enabled ? duration : DEFAULT_DELAY;
    }
}
