package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts and times what a {@link PlanExecutor} is given: plans by result, operations by type and outcome, and how many
 * writes are under way.
 */
public final class MeteredPlanExecutor implements PlanExecutor {
    private final PlanExecutor executor;
    private final MeterRegistry registry;
    private final PlanSizes sizes;

    public MeteredPlanExecutor(PlanExecutor executor, MeterRegistry registry) {
        this.executor = executor;
        this.registry = registry;
        this.sizes = new PlanSizes(registry);
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence fence) {
        sizes.planned(plan);
        Timer.Sample sample = Timer.start(registry);
        PlanOutcome outcome = executor.execute(plan, fence);
        String result = plan.isEmpty() ? "empty" : outcome.allGood() ? "applied" : "open";
        sample.stop(Timer.builder("controller.plan.duration")
                .description("Execution of plans: empty, applied as a whole, or open in part")
                .tag("result", result)
                .register(registry));
        return outcome;
    }

    /** To be told by the executor that writes of each operation. */
    public static ExecutionListener operations(MeterRegistry registry, CloudOperations cloud) {
        AtomicInteger underWay = new AtomicInteger();
        Gauge.builder("controller.writes.underway", underWay, AtomicInteger::get)
                .description("Writes to Azure under way")
                .strongReference(true)
                .register(registry);
        return new ExecutionListener() {
            @Override
            public void started(Plan plan, Operation operation) {
                underWay.incrementAndGet();
            }

            @Override
            public void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {
                cloud.ended(plan, operation, outcome, took);
                if (!(outcome instanceof Outcome.NotAttempted)) {
                    underWay.decrementAndGet();
                }
                Timer.builder("controller.operation.duration")
                        .description("Writes of plans by what became of them")
                        .tags("resource", ArmMetrics.resource(operation.target()), "verb", operation.verb().name(),
                                "outcome", PlanText.label(outcome))
                        .register(registry)
                        .record(took);
            }
        };
    }
}
