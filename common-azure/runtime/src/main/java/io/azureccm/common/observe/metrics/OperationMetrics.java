package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.ExecutionListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and measures writes to Azure by type and outcome, and shows how many are in flight. */
public final class OperationMetrics {
    private OperationMetrics() {}

    /** The listener for the executor that writes the operations. */
    public static ExecutionListener of(MeterRegistry registry, CloudOperations cloud) {
        AtomicInteger underWay = new AtomicInteger();
        Gauge.builder("controller.writes.underway", underWay, AtomicInteger::get)
                .description("Writes to Azure in flight")
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
                        .description("Writes of plans by outcome")
                        .tags("resource", ArmMetrics.resource(operation.target()), "verb", operation.verb().name(),
                                "outcome", PlanText.label(outcome))
                        .register(registry)
                        .record(took);
                if (outcome instanceof Outcome.Rejected refusal)
                    refused(registry, operation, refusal);
            }
        };
    }

    private static void refused(MeterRegistry registry, Operation operation, Outcome.Rejected refusal) {
        Counter.builder("controller.refused.writes")
                .description("Writes that Azure refused, by error code and by what the refusal is about")
                .tags("resource", ArmMetrics.resource(operation.target()), "code", refusal.code(), "about",
                        Attribution.of(operation, refusal).subject().name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }
}
