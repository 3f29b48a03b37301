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
 * The budget of calls as metrics: {@code arm.budget.left}, {@code .size}, {@code .rate} and {@code .closed.seconds} by
 * subscription and limit, {@code arm.budget.waiting} by priority, and {@code arm.budget.wait}, the time of those that had to wait.
 * Of a limit of single resources the one that has least left speaks for all.
 */
public final class BudgetMetrics implements BudgetListener {
    private static final double SECOND = 1e9;

    private final MeterRegistry registry;
    private volatile ArmBudget budget;

    public BudgetMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows this one; it must tell this listener. */
    public void bind(ArmBudget shown) {
        budget = shown;
        for (CallPriority priority : CallPriority.values()) {
            Gauge.builder("arm.budget.waiting", shown, each -> each.waiting(priority))
                    .description("Requests that wait for their turn")
                    .tag("priority", priority.label())
                    .register(registry);
        }
    }

    @Override
    public void waited(CallPriority priority, Duration time, boolean granted) {
        Timer.builder("arm.budget.wait")
                .description("How long requests waited that had to, until they went or were kept back")
                .tags("priority", priority.label(), "result", granted ? "sent" : "kept_back")
                .register(registry)
                .record(time);
    }

    @Override
    public void appeared(String subscription, String limit) {
        gauge(subscription, limit, "left", "Calls left at once", Level::left);
        gauge(subscription, limit, "size", "Calls at once when none was made lately", Level::size);
        gauge(subscription, limit, "rate", "Further calls each second", Level::rate);
        gauge(subscription, limit, "closed.seconds", "How long Azure wants no more calls",
                level -> level.closedForNanos() / SECOND);
    }

    private void gauge(String subscription, String limit, String name, String text, ToDoubleFunction<Level> figure) {
        Gauge.builder("arm.budget." + name, () -> figure.applyAsDouble(budget.level(subscription, limit)))
                .description(text)
                .tags(Tags.of("subscription_id", subscription, "limit", limit))
                .register(registry);
    }
}
