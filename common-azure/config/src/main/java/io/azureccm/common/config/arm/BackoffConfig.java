package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import java.time.Duration;

/**
 * Effective retry settings: if {@code enabled} is false, there is one attempt.
 *
 * @param retries  total attempts of a retried lookup
 * @param duration first delay, also between the attempts of one HTTP call
 * @param exponent factor from one delay to the next
 * @param jitter   random share added to a delay, 1.0 means up to double
 */
@Keys(KeyGroup.BACKOFF)
public record BackoffConfig(
        @Key(value = "cloudProviderBackoff", effect = "Retries as set by the following keys; otherwise a lookup is"
                + " tried once and an HTTP call is retried 3 times") boolean enabled,
        @Key(value = "cloudProviderBackoffRetries", fallback = "6", max = 100, effect = "Number of attempts; 0 means"
                + " the default") int retries,
        @Key(value = "cloudProviderBackoffDuration", fallback = "5", effect = "First delay in seconds; 0 means the"
                + " default") Duration duration,
        @Key(value = "cloudProviderBackoffExponent", fallback = "1.5", effect = "Factor from one delay to the next; 0"
                + " means the default") double exponent,
        @Key(value = "cloudProviderBackoffJitter", fallback = "1.0", effect = "Random share added to each delay; 0"
                + " means the default") double jitter) {

    /** Retries of one HTTP call unless {@code cloudProviderBackoff} says otherwise. */
    public static final int DEFAULT_HTTP_RETRIES = 3;

    public static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);

    public BackoffConfig {
        if (!enabled) {
            retries = 1;
            duration = DEFAULT_DELAY;
            exponent = 1.5;
            jitter = 1.0;
        }
    }

    /** Retries after the first attempt of one HTTP call. */
    public int httpRetries() {
        return enabled ? retries : DEFAULT_HTTP_RETRIES;
    }
}
