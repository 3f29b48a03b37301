package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** The size of plans: operations of each plan, changes by kind and reason. */
public final class PlanSizes {
    private final MeterRegistry registry;
    private final DistributionSummary operations;

    public PlanSizes(MeterRegistry registry) {
        this.registry = registry;
        this.operations = DistributionSummary.builder("controller.plan.operations")
                .description("Number of writes in each plan")
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
                .register(registry);
        drift(registry);
    }

    /** Counts drift, once when it is found; the caller remembers what was in place. */
    public static Counter drift(MeterRegistry registry) {
        return Counter.builder("controller.drift.changes")
                .description("Drift: unrequested changes found in Azure")
                .register(registry);
    }

    /** A plan with this number of writes was made; may be zero. */
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
