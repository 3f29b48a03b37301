package io.azureccm.common.boot.settings.resilience4j;

import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.CALLS;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.MULTIPLIER;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.PERCENTAGE;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.SHARE;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.STATE;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.SWITCH;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.TIME;
import static io.azureccm.common.boot.settings.resilience4j.InstanceKey.TIME_OR_NONE;

import io.azureccm.common.boot.settings.written.WrittenKey;
import io.azureccm.common.resilience.CallConfigs;
import io.github.resilience4j.common.bulkhead.configuration.CommonBulkheadConfigurationProperties;
import io.github.resilience4j.common.circuitbreaker.configuration.CommonCircuitBreakerConfigurationProperties;
import io.github.resilience4j.common.ratelimiter.configuration.CommonRateLimiterConfigurationProperties;
import io.github.resilience4j.common.retry.configuration.CommonRetryConfigurationProperties;
import io.github.resilience4j.common.timelimiter.configuration.CommonTimeLimiterConfigurationProperties;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The modules of Resilience4j that calls to ARM go through, with their instances and keys. */
public enum Module {
    BULKHEAD("bulkhead", CommonBulkheadConfigurationProperties.InstanceProperties.class,
            List.of(CallConfigs.READS, CallConfigs.WRITES), List.of(
                    new InstanceKey("max-concurrent-calls", CALLS, "",
                            "Calls at the same time; a write may take minutes, until Azure has carried it out."),
                    new InstanceKey("max-wait-duration", TIME_OR_NONE, "60s",
                            "How long a call waits for a slot before it is given up and planned again."),
                    InstanceKey.stackTraces(), InstanceKey.buffer(), InstanceKey.baseConfig())),
    RATE_LIMITER("ratelimiter", CommonRateLimiterConfigurationProperties.InstanceProperties.class,
            CallConfigs.ofTypes(), List.of(
                    new InstanceKey("limit-for-period", CALLS, "50", "Calls in a period."),
                    new InstanceKey("limit-refresh-period", TIME, "1s", "Length of a period."),
                    new InstanceKey("timeout-duration", TIME_OR_NONE, "0s",
                            "How long a call above the limit waits; after that it is held back and planned again."),
                    new InstanceKey("subscribe-for-events", SWITCH, "false",
                            "Whether the actuator shows the events of the limiter."),
                    new InstanceKey("register-health-indicator", SWITCH, "false",
                            "Whether the limiter is part of health, with `management.health.ratelimiters.enabled=true`."),
                    new InstanceKey("allow-health-indicator-to-fail", SWITCH, "false",
                            "Whether a limiter that holds calls back makes health fail."),
                    InstanceKey.stackTraces(), InstanceKey.buffer(), InstanceKey.baseConfig())),
    RETRY("retry", CommonRetryConfigurationProperties.InstanceProperties.class, CallConfigs.ofRetries(), List.of(
            new InstanceKey("max-attempts", CALLS, "4", "Attempts, the first one included."),
            new InstanceKey("wait-duration", TIME, "1s", "Delay before the first retry, unless Azure names one."),
            new InstanceKey("enable-exponential-backoff", SWITCH, "true", "Whether the delays grow."),
            new InstanceKey("exponential-backoff-multiplier", MULTIPLIER, "2",
                    "Multiplier from one delay to the next."),
            new InstanceKey("exponential-max-wait-duration", TIME, "60s",
                    "Longest delay; if Azure asks for a longer one, the call is not retried immediately."),
            new InstanceKey("enable-randomized-wait", SWITCH, "true", "Whether a random share is added to each delay."),
            new InstanceKey("randomized-wait-factor", SHARE, "0.3",
                    "The largest random share of a delay. It is added, as by `cloudProviderBackoffJitter`; no delay becomes shorter."),
            InstanceKey.buffer(), InstanceKey.baseConfig())),
    CIRCUIT_BREAKER("circuitbreaker", CommonCircuitBreakerConfigurationProperties.InstanceProperties.class,
            CallConfigs.ofTypes(), breaker()),
    TIME_LIMITER("timelimiter", CommonTimeLimiterConfigurationProperties.InstanceProperties.class,
            List.of(CallConfigs.GET, CallConfigs.LIST, CallConfigs.WRITES), List.of(
                    new InstanceKey("timeout-duration", TIME, "",
                            "One attempt of a call: reading one resource, a list with all its pages, or a write with its operation."),
                    new InstanceKey("cancel-running-future", SWITCH, "true",
                            "Whether the request of a call that has reached its limit is cancelled."),
                    InstanceKey.buffer(), InstanceKey.baseConfig()));

    /** Of all modules, before the name of one. */
    public static final String PREFIX = "resilience4j";

    private final String title;
    private final Class<?> properties;
    private final List<String> instances;
    private final List<InstanceKey> keys;

    Module(String title, Class<?> properties, List<String> instances, List<InstanceKey> keys) {
        this.title = title;
        this.properties = properties;
        this.instances = instances;
        this.keys = keys;
    }

    private static List<InstanceKey> breaker() {
        return List.of(
                new InstanceKey("sliding-window-size", CALLS, "20",
                        "How many of the most recent calls are evaluated, or of how many seconds."),
                new InstanceKey("sliding-window-type", "count_based or time_based", "count_based",
                        "Whether the window is a number of calls or of seconds."),
                new InstanceKey("minimum-number-of-calls", CALLS, "10",
                        "Minimum number of calls in the window before any are suspended."),
                new InstanceKey("failure-rate-threshold", PERCENTAGE, "60",
                        "Percentage of failed calls from which further ones are suspended."),
                new InstanceKey("slow-call-rate-threshold", PERCENTAGE, "100",
                        "Percentage of slow calls from which further ones are suspended."),
                new InstanceKey("slow-call-duration-threshold", TIME, "1d",
                        "From which duration a call counts as slow. A write takes until Azure has carried it out."),
                new InstanceKey("wait-duration-in-open-state", TIME, "30s",
                        "How long calls are suspended before trial calls are let through."),
                new InstanceKey("enable-exponential-backoff", SWITCH, "false",
                        "Whether calls are suspended for longer each time that the trials fail."),
                new InstanceKey("exponential-backoff-multiplier", MULTIPLIER, "1.5", "By how much longer each time."),
                new InstanceKey("exponential-max-wait-duration-in-open-state", TIME, "", "The longest such time."),
                new InstanceKey("enable-randomized-wait", SWITCH, "false",
                        "Whether these times are longer or shorter by a random share."),
                new InstanceKey("randomized-wait-factor", SHARE, "0.5", "The largest such share."),
                new InstanceKey("permitted-number-of-calls-in-half-open-state", CALLS, "3", "Number of trial calls."),
                new InstanceKey("max-wait-duration-in-half-open-state", TIME_OR_NONE, "0s",
                        "How long the trial calls may take before calls are suspended again; 0s for any time."),
                new InstanceKey("automatic-transition-from-open-to-half-open-enabled", SWITCH, "false",
                        "Whether the state shown changes by itself once trial calls are allowed, and not with the next call."),
                new InstanceKey("transition-to-state-after-wait-duration", "open or closed", "open",
                        "The state after `max-wait-duration-in-half-open-state`."),
                new InstanceKey("initial-state", STATE, "closed", "The state at the start."),
                new InstanceKey("register-health-indicator", SWITCH, "false",
                        "Whether the breaker is part of health, with `management.health.circuitbreakers.enabled=true`."),
                new InstanceKey("allow-health-indicator-to-fail", SWITCH, "false",
                        "Whether an open breaker makes health fail."),
                InstanceKey.stackTraces(), InstanceKey.buffer(), InstanceKey.baseConfig());
    }

    /** The part of the key after {@link #PREFIX}. */
    public String title() {
        return title;
    }

    /** The names of its instances. */
    public List<String> instances() {
        return instances;
    }

    /** The keys of its instances that act. All others of Resilience4j are about exceptions and results. */
    public List<InstanceKey> keys() {
        return keys;
    }

    Class<?> properties() {
        return properties;
    }

    Optional<InstanceKey> key(String uniform) {
        return keys.stream().filter(key -> WrittenKey.uniform(key.name()).equals(uniform)).findFirst();
    }

    /** Defaults of single instances, where they differ from each other. */
    public Map<String, String> usual(String instance) {
        return switch (this) {
            case BULKHEAD -> Map.of("max-concurrent-calls", instance.equals(CallConfigs.READS) ? "32" : "64");
            case TIME_LIMITER -> instance.equals(CallConfigs.WRITES) ? Map.of() : Map.of("timeout-duration", "5m");
            case RATE_LIMITER, RETRY, CIRCUIT_BREAKER -> Map.of();
        };
    }

    static Optional<Module> of(String uniform) {
        return Stream.of(values()).filter(module -> module.title.equals(uniform)).findFirst();
    }
}
