package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** How much plans write: operations of each plan, changes by kind and reason. */
public final class PlanSizes {
    private final MeterRegistry registry;
    private final DistributionSummary operations;

    public PlanSizes(MeterRegistry registry) {
        this.registry = registry;
        this.operations = DistributionSummary.builder("controller.plan.operations")
                .description("Writes of each plan: its size")
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
                .register(registry);
        drift(registry);
    }

    /** Counts what nobody asked for, once when it is found: whoever remembers what was in place tells. */
    public static Counter drift(MeterRegistry registry) {
        return Counter.builder("controller.drift.changes")
                .description("Changes that nobody asked for: Azure was found otherwise than it was left")
                .register(registry);
    }

    /** A plan with this many writes was made, none included. */
    public void planned(int writes) {
        operations.record(writes);
    }

    /** One change of a plan. */
    public void changed(Change.Kind kind, Cause cause) {
        Counter.builder("controller.plan.changes")
                .description("Changes in plans by kind and reason")
                .tags("kind", kind.name().toLowerCase(Locale.ROOT), "reason", cause.reason())
                .register(registry)
                .increment();
    }
}
