package io.azureccm.common.observe.metrics;

import io.azureccm.common.resilience.ArmCallPolicy;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRateLimiterMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** Resilience4j's own metrics of the call policy. */
public final class CallPolicyMetrics {
    private static final String RESILIENCE = "resilience4j.";

    private CallPolicyMetrics() {}

    /** Binds a policy in place of the previous one. */
    public static void bind(ArmCallPolicy policy, MeterRegistry registry) {
        List.copyOf(registry.getMeters())
                .stream()
                .filter(meter -> meter.getId().getName().startsWith(RESILIENCE))
                .forEach(registry::remove);
        ArmCallPolicy.Registries registries = policy.registries();
        TaggedBulkheadMetrics.ofBulkheadRegistry(registries.bulkheads()).bindTo(registry);
        TaggedRateLimiterMetrics.ofRateLimiterRegistry(registries.rateLimiters()).bindTo(registry);
        TaggedRetryMetrics.ofRetryRegistry(registries.retries()).bindTo(registry);
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registries.circuitBreakers()).bindTo(registry);
    }
}
