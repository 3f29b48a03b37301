package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.WrittenAs;
import java.util.Map;

/** Client-side rate limits: a common one for all clients, and limits of individual clients that replace it. */
@WrittenAs(RateLimitKeys.class)
public record RateLimitConfig(RateLimit common, Map<RateLimitClient, RateLimit> byClient) {

    public RateLimitConfig {
        byClient = Map.copyOf(byClient);
    }

    public RateLimit of(RateLimitClient client) {
        return byClient.getOrDefault(client, common);
    }
}
