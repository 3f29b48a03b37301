package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.resilience.budget.RemainingBudget;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The operator's own limits ({@code cloudProviderRateLimit*} or {@code resilience4j.ratelimiter}): one limiter for reads and
 * one for writes of each kind of resource, none if limits are off. A bucket of B calls at Q calls per second becomes B calls
 * per B/Q seconds. A call over the limit does not wait here, unless a timeout is set: it fails with the time at which it may
 * be made, and its caller plans it again then.
 */
final class CallBudget {
    private final CallConfigs configs;
    private final RateLimiterRegistry registry;
    private final ArmClock clock;
    private final Map<String, Limiter> limiters = new ConcurrentHashMap<>();

    /** A limiter, and the time in nanoseconds at which its first period began. */
    private record Limiter(RateLimiter of, String name, long began) {
        Duration untilRefill(long now) {
            long period = of.getRateLimiterConfig().getLimitRefreshPeriod().toNanos();
            return Duration.ofNanos(period - (now - began) % period);
        }
    }

    CallBudget(CallConfigs configs, RateLimiterRegistry registry, ArmClock clock) {
        this.configs = configs;
        this.registry = registry;
        this.clock = clock;
        registry.getAllRateLimiters().forEach(previous -> registry.remove(previous.getName()));
    }

    /** Takes one call from the budget, or throws. */
    void take(ArmCall call) {
        Optional<Limiter> limiter = limiter(call.target().type(), call.verb().isRead());
        if (limiter.isPresent() && !limiter.get().of().acquirePermission()) {
            throw LocalCodes.error(Kind.THROTTLED, LocalCodes.RATE_LIMITED, call, "the budget of "
                    + limiter.get().name() + " is used up",
                    clock.now().plus(limiter.get().untilRefill(clock.nanoTime())));
        }
    }

    /** Calls left and in total until the next refill; empty if there is no limit. */
    Optional<RemainingBudget.Left> left(String type, boolean read) {
        return limiter(type, read)
                .map(Limiter::of)
                .map(limiter -> new RemainingBudget.Left(limiter.getMetrics().getAvailablePermissions(),
                        limiter.getRateLimiterConfig().getLimitForPeriod()));
    }

    /** A limit of the cloud config, or else one that is named after the type or the nearest parent type. */
    private Optional<Limiter> limiter(String type, boolean read) {
        Optional<RateLimitClient> client = RateLimitClient.ofResourceType(type)
                .filter(each -> configs.operators().of(each).enabled());
        if (client.isPresent()) {
            String name = CallConfigs.ofType(client.get().resourceType(), read);
            return Optional.of(limiters.computeIfAbsent(name, of -> create(of,
                    client.get().key() + (read ? " reads" : " writes") + " (cloudProviderRateLimit)",
                    config(configs.operators().of(client.get()), read))));
        }
        return named(type, read);
    }

    private Optional<Limiter> named(String type, boolean read) {
        String name = CallConfigs.ofType(type, read);
        RateLimiterConfig named = configs.rateLimiters().get(name);
        if (named != null)
            return Optional.of(
                    limiters.computeIfAbsent(name, of -> create(of, of + " (resilience4j.ratelimiter)", named)));
        int parent = type.lastIndexOf('/');
        return parent > type.indexOf('/') ? named(type.substring(0, parent), read) : Optional.empty();
    }

    private static RateLimiterConfig config(RateLimit limit, boolean read) {
        double qps = read ? limit.readQps() : limit.writeQps();
        int bucket = read ? limit.readBucket() : limit.writeBucket();
        int calls = bucket > 0 ? bucket : RateLimit.DEFAULT_BUCKET;
        double seconds = calls / (qps > 0 ? qps : RateLimit.DEFAULT_QPS);
        return RateLimiterConfig.custom()
                .limitForPeriod(calls)
                .limitRefreshPeriod(Duration.ofNanos(Math.max(1, Math.round(seconds * 1e9))))
                .timeoutDuration(Duration.ZERO)
                .build();
    }

    /** The registry makes limiters only on the system's clock. */
    private Limiter create(String name, String shown, RateLimiterConfig config) {
        registry.rateLimiter(name, config);
        RateLimiter limiter = RateLimiter.of(name, config, registry.getTags(), clock::nanoTime);
        long began = clock.nanoTime();
        registry.replace(name, limiter);
        return new Limiter(limiter, shown, began);
    }
}
