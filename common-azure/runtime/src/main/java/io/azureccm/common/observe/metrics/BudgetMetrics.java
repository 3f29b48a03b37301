package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetState.Level;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of the call budget: {@code arm.budget.left}, {@code .size}, {@code .rate} and {@code .closed.seconds} by
 * subscription and limit, {@code arm.budget.waiting} by priority, and {@code arm.budget.wait}, the time of requests that had
 * to wait. A limit of single resources is represented by the resource that has least left.
 */
public final class BudgetMetrics implements BudgetListener {
    private static final double SECOND = 1e9;

    private final MeterRegistry registry;
    private volatile ArmBudget budget;

    public BudgetMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows this budget, which must report to this listener. */
    public void bind(ArmBudget shown) {
        budget = shown;
        for (CallPriority priority : CallPriority.values()) {
            Gauge.builder("arm.budget.waiting", shown, each -> each.waiting(priority))
                    .description("Requests that wait for a permit")
                    .tag("priority", priority.label())
                    .register(registry);
        }
    }

    @Override
    public void granted(CallPriority priority, Duration waited) {
        waited(priority, waited, "sent");
    }

    @Override
    public void heldBack(CallPriority priority, Duration waited) {
        waited(priority, waited, "kept_back");
    }

    private void waited(CallPriority priority, Duration time, String result) {
        Timer.builder("arm.budget.wait")
                .description("How long requests had to wait for a permit, until they were sent or held back")
                .tags("priority", priority.label(), "result", result)
                .register(registry)
                .record(time);
    }

    @Override
    public void appeared(String subscription, String limit) {
        gauge(subscription, limit, "left", "Calls that may be sent at once now", Level::left);
        gauge(subscription, limit, "size", "Calls that may be sent at once after a period without calls", Level::size);
        gauge(subscription, limit, "rate", "Calls added per second", Level::rate);
        gauge(subscription, limit, "closed.seconds", "How long Azure accepts no more calls",
                level -> level.closedForNanos() / SECOND);
    }

    private void gauge(String subscription, String limit, String name, String text, ToDoubleFunction<Level> figure) {
        Gauge.builder("arm.budget." + name, () -> figure.applyAsDouble(budget.level(subscription, limit)))
                .description(text)
                .tags(Tags.of("subscription_id", subscription, "limit", limit))
                .register(registry);
    }
}
