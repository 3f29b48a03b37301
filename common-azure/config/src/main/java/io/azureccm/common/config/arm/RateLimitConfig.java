package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.WrittenAs;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Client-side rate limits: a common one for all clients, and limits of individual clients that replace it. */
@WrittenAs(RateLimitKeys.class)
public record RateLimitConfig(RateLimit common, Map<RateLimitClient, RateLimit> byClient) {

    public RateLimitConfig {
        Map<RateLimitClient, RateLimit> ordered = new EnumMap<>(RateLimitClient.class);
        ordered.putAll(byClient);
        byClient = Collections.unmodifiableMap(ordered);
    }

    public RateLimit of(RateLimitClient client) {
        return byClient.getOrDefault(client, common);
    }
}
