package io.azureccm.common.config.arm;

import java.util.Objects;

/** How to reach Azure Resource Manager, and the retries, rate limits and caches of its calls. */
public record ArmConfig(EndpointConfig endpoint, BackoffConfig backoff, RateLimitConfig rateLimits,
        CacheConfig caches) {

    public ArmConfig {
        Objects.requireNonNull(endpoint);
        Objects.requireNonNull(backoff);
        Objects.requireNonNull(rateLimits);
        Objects.requireNonNull(caches);
    }
}
