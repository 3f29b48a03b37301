package io.azureccm.common.observe;

import io.azureccm.common.resilience.ArmCallPolicy;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRateLimiterMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** What stands between callers and ARM as metrics: Resilience4j's own, and how many throttle gates are closed. */
public final class CallPolicyMetrics {
    private static final String RESILIENCE = "resilience4j.";
    private static final String GATES = "arm.throttle.gates.closed";

    private CallPolicyMetrics() {}

    /** Binds a policy in place of the one that was bound before. */
    public static void bind(ArmCallPolicy policy, MeterRegistry registry) {
        List.copyOf(registry.getMeters())
                .stream()
                .filter(meter -> meter.getId().getName().startsWith(RESILIENCE)
                        || meter.getId().getName().equals(GATES))
                .forEach(registry::remove);
        ArmCallPolicy.Registries registries = policy.registries();
        TaggedBulkheadMetrics.ofBulkheadRegistry(registries.bulkheads()).bindTo(registry);
        TaggedRateLimiterMetrics.ofRateLimiterRegistry(registries.rateLimiters()).bindTo(registry);
        TaggedRetryMetrics.ofRetryRegistry(registries.retries()).bindTo(registry);
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registries.circuitBreakers()).bindTo(registry);
        Gauge.builder(GATES, policy, each -> each.gate().closed().size())
                .description("Kinds of calls that are held back until ARM's Retry-After")
                .register(registry);
    }
}
