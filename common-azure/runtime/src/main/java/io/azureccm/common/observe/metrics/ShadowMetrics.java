package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.shadow.ShadowReport;
import io.azureccm.common.core.shadow.Verdict;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;

/** Metrics of a shadow's report. */
public record ShadowMetrics(Supplier<ShadowReport> shadow) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (Verdict verdict : Verdict.values()) {
            Gauge.builder("controller.shadow.verdict", shadow, now -> now.get().verdict() == verdict ? 1 : 0)
                    .tag("verdict", verdict.name())
                    .description("1 for the verdict of the shadow")
                    .register(registry);
        }
        Gauge.builder("controller.shadow.differences", shadow, now -> now.get().unexplained().size())
                .tag("explained", "false")
                .description("Differences from what another controller left, at rest")
                .register(registry);
        Gauge.builder("controller.shadow.differences", shadow, now -> now.get().explained().size())
                .tag("explained", "true")
                .description("Differences from what another controller left, at rest")
                .register(registry);
        FunctionCounter
                .builder("controller.shadow.comparisons", shadow, now -> now.get().counts().comparisons())
                .description("Comparisons of an object with what another controller left for it")
                .register(registry);
        Gauge.builder("controller.shadow.gap", shadow, now -> now.get().unbroken().isPresent() ? 0 : 1)
                .description("1 while not everything can be observed")
                .register(registry);
    }
}
