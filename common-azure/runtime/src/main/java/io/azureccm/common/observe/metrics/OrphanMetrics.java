package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.Orphan;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The number of orphans by kind; 0 on an instance that does not lead. */
public record OrphanMetrics(OrphanRegister register) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (Orphan.Kind kind : Orphan.Kind.values()) {
            Gauge.builder("controller.orphans", register, now -> count(now, kind))
                    .tag("kind", kind.toString())
                    .description("Resources in Azure that belong to the controller and that no object in the"
                            + " cluster needs")
                    .register(registry);
        }
    }

    private static double count(OrphanRegister register, Orphan.Kind kind) {
        return register.state().orphans().stream().filter(entry -> entry.orphan().kind() == kind).count();
    }
}
