package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.resilience.budget.RemainingBudget;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The operator's own limits ({@code cloudProviderRateLimit*}): one limiter for reads and one for writes of each kind of
 * resource, none if limits are off. A bucket of B calls at Q calls per second becomes B calls per B/Q seconds. A call over
 * the limit does not wait here: it fails with the time at which it may be made, and its caller plans it again then.
 */
final class CallBudget {
    private final RateLimitConfig config;
    private final ArmClock clock;
    private final RateLimiterRegistry registry = RateLimiterRegistry.ofDefaults();
    private final Map<String, AtomicRateLimiter> limiters = new ConcurrentHashMap<>();

    CallBudget(RateLimitConfig config, ArmClock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** Takes one call from the budget, or throws. */
    void take(ArmCall call) {
        Optional<AtomicRateLimiter> limiter = limiter(call.target().type(), call.verb().isRead());
        if (limiter.isPresent() && !limiter.get().acquirePermission()) {
            Duration wait = Duration.ofNanos(limiter.get().getDetailedMetrics().getNanosToWait());
            throw LocalCodes.error(Kind.THROTTLED, LocalCodes.RATE_LIMITED, call, "the budget of "
                    + limiter.get().getName() + " (cloudProviderRateLimit) is used up", clock.now().plus(wait));
        }
    }

    /** Calls left and in total until the next refill; empty if there is no limit. */
    Optional<RemainingBudget.Left> left(String type, boolean read) {
        return limiter(type, read)
                .map(limiter -> new RemainingBudget.Left(limiter.getMetrics().getAvailablePermissions(),
                        limiter.getRateLimiterConfig().getLimitForPeriod()));
    }

    RateLimiterRegistry registry() {
        return registry;
    }

    private Optional<AtomicRateLimiter> limiter(String type, boolean read) {
        return RateLimitClient.ofResourceType(type)
                .filter(client -> config.of(client).enabled())
                .map(client -> limiters.computeIfAbsent(client.key() + (read ? " reads" : " writes"),
                        name -> create(name, config.of(client), read)));
    }

    private AtomicRateLimiter create(String name, RateLimit limit, boolean read) {
        double qps = read ? limit.readQps() : limit.writeQps();
        int bucket = read ? limit.readBucket() : limit.writeBucket();
        int calls = bucket > 0 ? bucket : RateLimit.DEFAULT_BUCKET;
        double seconds = calls / (qps > 0 ? qps : RateLimit.DEFAULT_QPS);
        RateLimiterConfig settings = RateLimiterConfig.custom()
                .limitForPeriod(calls)
                .limitRefreshPeriod(Duration.ofNanos(Math.max(1, Math.round(seconds * 1e9))))
                .timeoutDuration(Duration.ZERO)
                .build();
        AtomicRateLimiter limiter = new AtomicRateLimiter(name, settings, clock::nanoTime);
        RateLimiter placeholder = registry.rateLimiter(name, settings);
        registry.replace(placeholder.getName(), limiter);
        return limiter;
    }
}
