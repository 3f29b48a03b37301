package io.azureccm.common.resilience;

import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.resilience.CallConfigs.Instances;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.Map;

/** The figures of an {@link ArmCallPolicy} whose instances have no configuration of their own, for tests without Spring's settings. */
public record ArmCallSettings(Bulkheads bulkheads, RateLimitConfig budget, RetrySettings retries, Breaker breaker,
        Limits limits) {
    /** Concurrent calls; separate for reads and writes, because a write may hold its slot for minutes. */
    public record Bulkheads(int reads, int writes, Duration longestWait) {}

    /** Opens for {@code open} if this share (0-100) of the last {@code window} calls of a type failed. */
    public record Breaker(int window, int leastCalls, float failurePercent, Duration open, int trials) {}

    /** The longest duration of one attempt of a call, with all its pages or polls, including its waits for the budget. */
    public record Limits(Duration get, Duration list, Duration write) {}

    /** A write takes until Azure has carried it out: for minutes, and without anything being wrong. */
    private static final Duration NEVER_SLOW = Duration.ofDays(1);
    private static final Duration RETRY_CAP = Duration.ofSeconds(60);

    /**
     * The defaults. First retries are quick: a gateway that responded with 503 has usually recovered a second later, and
     * otherwise the call is planned again anyway. {@code longestWrite} must be longer than the bound of long-running
     * operations.
     */
    public static ArmCallSettings of(ArmConfig config, Duration longestWrite) {
        return new ArmCallSettings(new Bulkheads(32, 64, Duration.ofSeconds(60)), config.rateLimits(),
                new RetrySettings(3, Duration.ofSeconds(1), 2.0, 0.3, RETRY_CAP).honouring(config.backoff()),
                new Breaker(20, 10, 60, Duration.ofSeconds(30), 3),
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), longestWrite));
    }

    /** The configuration of all instances. */
    public CallConfigs configs() {
        return new CallConfigs(
                new Instances<>(bulkhead(bulkheads.writes()), Map.of(CallConfigs.READS, bulkhead(bulkheads.reads()))),
                budget, Map.of(), new Instances<>(retries, Map.of()),
                new Instances<>(CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(breaker.window())
                        .minimumNumberOfCalls(breaker.leastCalls())
                        .failureRateThreshold(breaker.failurePercent())
                        .slowCallDurationThreshold(NEVER_SLOW)
                        .waitDurationInOpenState(breaker.open())
                        .permittedNumberOfCallsInHalfOpenState(breaker.trials())
                        .build(), Map.of()),
                new Instances<>(limit(limits.write()),
                        Map.of(CallConfigs.GET, limit(limits.get()), CallConfigs.LIST, limit(limits.list()))));
    }

    /** A policy with registries that nobody else sees. */
    public ArmCallPolicy policy(ArmCallPolicy.Reports reports) {
        return new ArmCallPolicy(configs(), ArmCallPolicy.Registries.own(), reports);
    }

    private BulkheadConfig bulkhead(int calls) {
        return BulkheadConfig.custom().maxConcurrentCalls(calls).maxWaitDuration(bulkheads.longestWait()).build();
    }

    private static TimeLimiterConfig limit(Duration longest) {
        return TimeLimiterConfig.custom().timeoutDuration(longest).build();
    }
}
