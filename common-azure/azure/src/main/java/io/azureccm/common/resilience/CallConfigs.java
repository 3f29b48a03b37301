package io.azureccm.common.resilience;

import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.core.ArmTypes;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration of each Resilience4j instance that calls to ARM go through, by the instance's name.
 *
 * @param operators    the operator's own limits ({@code cloudProviderRateLimit*}), which take precedence over
 *                     {@code rateLimiters}
 *
 * @param rateLimiters only the named ones exist: without a limit, calls are not limited
 */
public record CallConfigs(Instances<BulkheadConfig> bulkheads, RateLimitConfig operators,
        Map<String, RateLimiterConfig> rateLimiters, Instances<RetrySettings> retries,
        Instances<CircuitBreakerConfig> breakers, Instances<TimeLimiterConfig> timeLimiters) {
    /** Bulkheads: one for reads, one for writes. */
    public static final String READS = "reads";
    public static final String WRITES = "writes";
    /** Time limiters: one for each of these, and one for {@link #WRITES}. */
    public static final String GET = "get";
    public static final String LIST = "list";
    private static final List<String> CHILDREN = List.of("Microsoft.Network/loadBalancers/backendAddressPools",
            ArmTypes.SCALE_SET + "/networkInterfaces", ArmTypes.SCALE_SET + "/publicIPAddresses");

    public CallConfigs {
        rateLimiters = Map.copyOf(rateLimiters);
    }

    /** The configuration of instances: their own, or else {@code usual}. */
    public record Instances<T>(T usual, Map<String, T> own) {
        public Instances {
            own = Map.copyOf(own);
        }

        public T of(String name) {
            return own.getOrDefault(name, usual);
        }

        private Instances<T> each(UnaryOperator<T> change) {
            return new Instances<>(change.apply(usual), own.entrySet()
                    .stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, each -> change.apply(each.getValue()))));
        }
    }

    /** {@code cloudProviderBackoff} overrides the retries; {@code cloudProviderRateLimit} adds limits. */
    public CallConfigs honouring(ArmConfig config) {
        return new CallConfigs(bulkheads, config.rateLimits(), rateLimiters,
                retries.each(each -> each.honouring(config.backoff())), breakers, timeLimiters);
    }

    /** Names of the retries: one for each operation. */
    public static List<String> ofRetries() {
        return Stream.of(ArmCall.Verb.values()).map(CallConfigs::ofRetry).toList();
    }

    static String ofRetry(ArmCall.Verb verb) {
        return verb.name().toLowerCase(Locale.ROOT);
    }

    /** Names of the circuit breakers and rate limiters: one for the reads and one for the writes of each resource type. */
    public static List<String> ofTypes() {
        return Stream.of(List.of(""), ArmTypes.ALL, CHILDREN)
                .flatMap(List::stream)
                .flatMap(type -> Stream.of(ofType(type, true), ofType(type, false)))
                .sorted()
                .toList();
    }

    /** {@code loadbalancers-reads}; calls about a resource group itself have no type. */
    static String ofType(String type, boolean read) {
        String below = type.isEmpty() ? "resourceGroups" : type.substring(type.indexOf('/') + 1);
        return below.toLowerCase(Locale.ROOT).replace('/', '-') + "-" + (read ? READS : WRITES);
    }
}
