package io.azureccm.common.observe;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** How much plans write: operations of each plan, changes by kind and reason, and what nobody asked for: drift. */
final class PlanSizes {
    private static final String DRIFT = "Drift";

    private final MeterRegistry registry;
    private final DistributionSummary operations;
    private final Counter drift;

    PlanSizes(MeterRegistry registry) {
        this.registry = registry;
        this.operations = DistributionSummary.builder("controller.plan.operations")
                .description("Operations of each plan")
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
                .register(registry);
        this.drift = Counter.builder("controller.drift.changes")
                .description("Changes that were planned because Azure was found otherwise than it was left")
                .register(registry);
    }

    void planned(Plan plan) {
        operations.record(plan.operations().size());
        for (Operation operation : plan.operations()) {
            for (Change change : operation.changes()) {
                counter(change).increment();
                if (change.cause().reason().equals(DRIFT)) {
                    drift.increment();
                }
            }
        }
    }

    private Counter counter(Change change) {
        return Counter.builder("controller.plan.changes")
                .description("Changes in plans by kind and reason")
                .tags("kind", change.kind().name().toLowerCase(Locale.ROOT), "reason", change.cause().reason())
                .register(registry);
    }
}
