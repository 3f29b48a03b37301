package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.observe.endpoint.CloudConfigEndpoint.Setting;
import io.azureccm.common.resilience.CallConfigs;
import io.azureccm.common.resilience.RetrySettings;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.common.CompositeCustomizer;
import io.github.resilience4j.common.bulkhead.configuration.CommonBulkheadConfigurationProperties;
import io.github.resilience4j.common.circuitbreaker.configuration.CommonCircuitBreakerConfigurationProperties;
import io.github.resilience4j.common.ratelimiter.configuration.CommonRateLimiterConfigurationProperties;
import io.github.resilience4j.common.retry.configuration.CommonRetryConfigurationProperties;
import io.github.resilience4j.common.timelimiter.configuration.CommonTimeLimiterConfigurationProperties;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Makes configurations of the values that were written, with Resilience4j's own code for its properties. {@code operations} is the longest time
 * that an operation of a write may take.
 */
record InstanceConfigs(Map<Module, InstanceValues> read, Duration operations, List<ConfigProblem> problems) {
    private static final String ANY = "";
    /** Added to the bound of an operation, so that its clearer message appears first. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    CallConfigs all() {
        return new CallConfigs(instances(Module.BULKHEAD, this::bulkhead), new RateLimitConfig(RateLimit.OFF, Map.of()),
                only(Module.RATE_LIMITER, this::rateLimiter), instances(Module.RETRY, this::retries),
                instances(Module.CIRCUIT_BREAKER, this::breaker), instances(Module.TIME_LIMITER, this::timeLimiter));
    }

    private <T> CallConfigs.Instances<T> instances(Module module, Function<String, T> config) {
        Map<String, T> own = module.instances()
                .stream()
                .filter(name -> read.get(module).names().contains(name) || !module.usual(name).isEmpty()
                        || name.equals(CallConfigs.WRITES))
                .collect(Collectors.toMap(Function.identity(), config));
        return new CallConfigs.Instances<>(config.apply(ANY), own);
    }

    private <T> Map<String, T> only(Module module, Function<String, T> config) {
        return read.get(module).names().stream().collect(Collectors.toMap(Function.identity(), config));
    }

    private BulkheadConfig bulkhead(String name) {
        return new CommonBulkheadConfigurationProperties().createBulkheadConfig(
                bound(Module.BULKHEAD, name, CommonBulkheadConfigurationProperties.InstanceProperties.class),
                new CompositeCustomizer<>(List.of()), name);
    }

    private RateLimiterConfig rateLimiter(String name) {
        return new CommonRateLimiterConfigurationProperties().createRateLimiterConfig(
                bound(Module.RATE_LIMITER, name, CommonRateLimiterConfigurationProperties.InstanceProperties.class),
                new CompositeCustomizer<>(List.of()), name);
    }

    private CircuitBreakerConfig breaker(String name) {
        return new CommonCircuitBreakerConfigurationProperties().createCircuitBreakerConfig(name,
                bound(Module.CIRCUIT_BREAKER, name,
                        CommonCircuitBreakerConfigurationProperties.InstanceProperties.class),
                new CompositeCustomizer<>(List.of()));
    }

    private TimeLimiterConfig timeLimiter(String name) {
        var own = bound(Module.TIME_LIMITER, name,
                CommonTimeLimiterConfigurationProperties.InstanceProperties.class);
        if (own.getTimeoutDuration() == null) {
            own.setTimeoutDuration(operations.plus(MARGIN));
        } else if (name.equals(CallConfigs.WRITES) && own.getTimeoutDuration().compareTo(operations) <= 0) {
            problems.add(SettingProblem.wrong(
                    read.get(Module.TIME_LIMITER).key(InstanceValues.INSTANCES, name, "timeout-duration"),
                    read.get(Module.TIME_LIMITER).of(name).get("timeout-duration").value(),
                    "a duration above azureccm.resilience.operation.bound (" + operations.toSeconds() + "s)"));
        }
        return new CommonTimeLimiterConfigurationProperties().createTimeLimiterConfig(name, own,
                new CompositeCustomizer<>(List.of()));
    }

    private RetrySettings retries(String name) {
        var own = bound(Module.RETRY, name, CommonRetryConfigurationProperties.InstanceProperties.class);
        return new RetrySettings(own.getMaxAttempts() - 1, own.getWaitDuration(),
                own.getEnableExponentialBackoff() ? own.getExponentialBackoffMultiplier() : 1,
                own.getEnableRandomizedWait() ? own.getRandomizedWaitFactor() : 0,
                own.getExponentialMaxWaitDuration());
    }

    private <T> T bound(Module module, String name, Class<T> type) {
        return type.cast(bind(module, read.get(module).of(name)));
    }

    /** The properties of an instance; throws Spring's exception for a value that is not valid. */
    static Object bind(Module module, Map<String, Written> values) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        values.forEach((key, written) -> source.put("instance." + key, written.value()));
        return new Binder(source).bindOrCreate("instance", Bindable.of(module.properties()));
    }

    /** The effective defaults of each module, then everything that was written. */
    List<Setting> shown() {
        Map<String, Written> all = new TreeMap<>();
        read.forEach((module, values) -> {
            if (module == Module.RATE_LIMITER && values.names().isEmpty())
                return;
            values.of(ANY)
                    .forEach((key, written) -> all.put(values.key(InstanceValues.CONFIGS, "default", key), written));
            module.instances()
                    .forEach(name -> module.usual(name)
                            .keySet()
                            .forEach(key -> all.put(values.key(InstanceValues.INSTANCES, name, key),
                                    values.of(name).get(key))));
            all.putAll(values.all());
        });
        return all.entrySet()
                .stream()
                .map(each -> new Setting(each.getKey(), each.getValue().value(), each.getValue().source()))
                .toList();
    }
}
