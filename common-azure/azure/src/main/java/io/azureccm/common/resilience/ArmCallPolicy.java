package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.RemainingBudget;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Everything between a caller and ARM, in this order from outside to inside:
 * <ol>
 * <li>bulkhead: if too many calls are in flight, a call waits for a slot, without using any budget.</li>
 * <li>rate limits: the operator's own. Before the retries, as in the reference: one logical
 * call counts once.</li>
 * <li>retry: the only one there is, see {@link RetryRule}.</li>
 * <li>circuit breaker for the reads and one for the writes of each resource type: sees each attempt, so that retries do not
 * hide a failing server from it.</li>
 * <li>time limit of a read, a list or a write: limits one attempt, including pages and polls; the breaker sees it as a
 * timeout.</li>
 * <li>call budget: {@link ArmBudget} counts each request that is sent, including pages and polls, as ARM does; a 429 closes
 * it. Innermost, below the gateway's pages and polls; calls that it holds back do not count as server failures for the
 * breaker.</li>
 * </ol> One policy belongs to one ARM host. Thread-safe.
 */
public final class ArmCallPolicy {
    private final CallBulkheads bulkheads;
    private final CallBudget budget;
    private final CallRetries retries;
    private final CallBreakers breakers;
    private final CallTimeLimit limit;
    private final Reports reports;

    /** The clock, and the receivers of reports. {@code random} returns numbers from 0 to 1 for jitter. */
    public record Reports(ArmClock clock, DoubleSupplier random, ArmBudget budget, ArmCallListener listener) {}

    /** Where Resilience4j's metrics and actuator endpoints find the instances of the policy that is in use. */
    public record Registries(BulkheadRegistry bulkheads, RateLimiterRegistry rateLimiters, RetryRegistry retries,
            CircuitBreakerRegistry circuitBreakers, TimeLimiterRegistry timeLimiters) {
        /** Registries that nobody else sees. */
        public static Registries own() {
            return new Registries(BulkheadRegistry.ofDefaults(), RateLimiterRegistry.ofDefaults(),
                    RetryRegistry.ofDefaults(), CircuitBreakerRegistry.ofDefaults(),
                    TimeLimiterRegistry.ofDefaults());
        }
    }

    /** Its instances take the place of all others in {@code registries}; a previous policy keeps those that it has. */
    public ArmCallPolicy(CallConfigs configs, Registries registries, Reports reports) {
        this.reports = reports;
        this.bulkheads = new CallBulkheads(configs.bulkheads(), registries.bulkheads());
        this.budget = new CallBudget(configs, registries.rateLimiters(), reports.clock());
        this.retries = new CallRetries(configs.retries(), registries.retries(), reports.clock(), reports.random());
        this.breakers = new CallBreakers(configs.breakers(), registries.circuitBreakers(), reports.clock());
        this.limit = new CallTimeLimit(configs.timeLimiters(), registries.timeLimiters());
    }

    /** Makes the call; every failure is an {@link ArmException}. */
    public <T> T call(ArmCall call, Supplier<T> send) {
        long began = reports.clock().nanoTime();
        AtomicInteger sent = new AtomicInteger();
        try {
            T result = bulkheads.call(call, () -> {
                budget.take(call);
                return retries.call(call, () -> breakers.call(call, () -> {
                    sent.incrementAndGet();
                    return limit.call(call, () -> call.reason().within(send));
                }));
            });
            reportCall(call, began, sent.get(), Optional.empty());
            return result;
        } catch (ArmException failed) {
            reportCall(call, began, sent.get() - (ArmBudget.keptBack(failed) ? 1 : 0), Optional.of(failed));
            throw untilItOpens(call, failed);
        }
    }

    /** Azure does not always say for how long it refuses calls: the budget knows when it admits the next one. */
    private ArmException untilItOpens(ArmCall call, ArmException failed) {
        if (failed.kind() != ArmException.Kind.THROTTLED || failed.retryAfter().isPresent())
            return failed;
        return reports.budget()
                .opens(new ArmExchange(ArmExchange.Kind.valueOf(call.verb().name()), call.target(), call.reason()))
                .map(failed::until)
                .orElse(failed);
    }

    /** The remaining calls for one resource type of a subscription: of the operator's own limits if they are on. */
    public RemainingBudget budget(String subscription, String type) {
        RemainingBudget ours = reports.budget().left(subscription);
        return new RemainingBudget(budget.left(type, true).or(ours::reads), budget.left(type, false).or(ours::writes));
    }

    /** Kinds of calls that are currently suspended, such as {@code loadbalancers-writes}. */
    public List<String> suspended() {
        return breakers.suspended();
    }

    private void reportCall(ArmCall call, long began, int tries, Optional<ArmException> error) {
        Duration took = Duration.ofNanos(reports.clock().nanoTime() - began);
        reports.listener().ended(new ArmCallListener.Ended(call, took, tries, error));
    }
}
