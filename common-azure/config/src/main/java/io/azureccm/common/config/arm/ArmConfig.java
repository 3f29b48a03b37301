package io.azureccm.common.config.arm;

/** How to reach Azure Resource Manager, and the retries, rate limits and caches of its calls. */
public record ArmConfig(EndpointConfig endpoint, BackoffConfig backoff, RateLimitConfig rateLimits,
        CacheConfig caches) {}
