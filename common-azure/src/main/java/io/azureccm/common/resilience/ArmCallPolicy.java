package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.RemainingCalls;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Everything that stands between a caller and ARM, in this order from outside to inside:
 * <ol>
 * <li>bulkhead: a call that finds too many under way waits for a place; it waits without having used any budget.</li>
 * <li>budget: the operator's own rate limits. Before the retries, as in the reference: one logical call counts once.</li>
 * <li>retry: the only one there is, see {@link RetryRule}.</li>
 * <li>throttle gate: closed by a 429 until ARM's Retry-After. Inside the retry, so that a repeated call meets a gate that
 * another call closed meanwhile, and outside the breaker, since being throttled is no failure of the server.</li>
 * <li>circuit breaker per resource type: sees each try, so that retries do not hide a failing server from it.</li>
 * <li>time limit: bounds one try, pages and polls included; the breaker sees it as a time-out.</li>
 * </ol>
 * One policy belongs to one ARM host. Thread-safe.
 */
public final class ArmCallPolicy {
    private final CallBulkheads bulkheads;
    private final CallBudget budget;
    private final CallRetries retries;
    private final ThrottleGate gate;
    private final CallBreakers breakers;
    private final CallTimeLimit limit;
    private final Reports reports;

    /** Where time comes from and who is told. {@code random} gives numbers from 0 to 1 for jitter. */
    public record Reports(ArmClock clock, DoubleSupplier random, RemainingCalls remaining, ArmCallListener listener) {}

    /** What Resilience4j's own metrics bind to. */
    public record Registries(BulkheadRegistry bulkheads, RateLimiterRegistry rateLimiters, RetryRegistry retries,
            CircuitBreakerRegistry circuitBreakers) {}

    public ArmCallPolicy(ArmCallSettings settings, Reports reports) {
        this.reports = reports;
        this.bulkheads = new CallBulkheads(settings.bulkheads());
        this.budget = new CallBudget(settings.budget(), reports.clock());
        this.retries = new CallRetries(settings.retries(), reports.clock(), reports.random());
        this.gate = new ThrottleGate(reports.clock());
        this.breakers = new CallBreakers(settings.breaker(), reports.clock());
        this.limit = new CallTimeLimit(settings.limits());
    }

    /** Makes the call; every failure is an {@link ArmException}. */
    public <T> T call(ArmCall call, Supplier<T> send) {
        long began = reports.clock().nanoTime();
        AtomicInteger sent = new AtomicInteger();
        try {
            T result = bulkheads.call(call, () -> {
                budget.take(call);
                return retries.call(call, () -> throughGate(call, () -> {
                    sent.incrementAndGet();
                    return limit.call(call, send);
                }));
            });
            tell(call, began, sent.get(), Optional.empty());
            return result;
        } catch (ArmException failed) {
            tell(call, began, sent.get(), Optional.of(failed));
            throw failed;
        }
    }

    /** The gates that a 429 closed, for people and metrics. */
    public ThrottleGate gate() {
        return gate;
    }

    /** What is left for one resource type of a subscription. */
    public ArmBudget budget(String subscription, String type) {
        return new ArmBudget(
                budget.left(type, true).or(() -> said(reports.remaining().reads(subscription))),
                budget.left(type, false).or(() -> said(reports.remaining().writes(subscription))));
    }

    public Registries registries() {
        return new Registries(bulkheads.registry(), budget.registry(), retries.registry(), breakers.registry());
    }

    private <T> T throughGate(ArmCall call, Supplier<T> send) {
        ArmCall.Scope scope = call.scope();
        Optional<Instant> closed = gate.closedUntil(scope);
        if (closed.isPresent()) {
            throw LocalCodes.error(Kind.THROTTLED, LocalCodes.GATE_CLOSED, call,
                    "not sent, ARM throttles " + scope, closed.get());
        }
        try {
            T result = breakers.call(call, send);
            gate.passed(scope);
            return result;
        } catch (ArmException failed) {
            if (failed.kind() != Kind.THROTTLED)
                throw failed;
            Instant opens = gate.close(scope, failed.retryAfter());
            throw failed.retryAfter().isPresent()
                    ? failed
                    : new ArmException(Kind.THROTTLED, failed.status(),
                            failed.code(), failed.getMessage(), failed.requestId(), opens, failed);
        }
    }

    private void tell(ArmCall call, long began, int tries, Optional<ArmException> error) {
        Duration took = Duration.ofNanos(reports.clock().nanoTime() - began);
        reports.listener().ended(new ArmCallListener.Ended(call, took, tries, error));
    }

    private static Optional<ArmBudget.Left> said(OptionalInt left) {
        return left.isPresent() ? Optional.of(new ArmBudget.Left(left.getAsInt(), 0)) : Optional.empty();
    }
}
