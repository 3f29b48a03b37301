package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.Removals;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.TreeSet;

/**
 * The number of held removals by kind, with the hash that approves them: one series for each kind that has a limit, 0 and
 * without a hash while nothing is held.
 */
public final class RemovalMetrics {
    private final MultiGauge gauge;
    private final RemovalLimits limits;

    public RemovalMetrics(MeterRegistry registry, RemovalLimits limits) {
        this.gauge = MultiGauge.builder("controller.removals.held")
                .description("Removals that are held because they exceed a limit")
                .register(registry);
        this.limits = limits;
        held(Removals.NONE);
    }

    public void held(Removals held) {
        List<MultiGauge.Row<?>> rows = new TreeSet<>(limits.limits().keySet())
                .stream().<MultiGauge
                        .Row<?>>map(kind -> row(kind, held.counts().getOrDefault(kind, 0), held.hash()))
                .toList();
        gauge.register(rows, true);
    }

    private static MultiGauge.Row<?> row(Removal.Kind kind, int count, String hash) {
        return MultiGauge.Row.of(Tags.of("kind", kind.label(), "hash", count == 0 ? "" : hash), count);
    }
}
