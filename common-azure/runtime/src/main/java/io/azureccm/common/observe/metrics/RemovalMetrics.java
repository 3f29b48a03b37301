package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.Removals;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The number of held removals by kind, with the hash that approves them: one series for each kind that has a limit, 0 and
 * without a hash while nothing is held.
 */
public final class RemovalMetrics {
    private final GaugeRows gauge;
    private final RemovalLimits limits;

    public RemovalMetrics(MeterRegistry registry, RemovalLimits limits) {
        this.gauge = new GaugeRows(registry, "controller.removals.held",
                "Removals that are held because they exceed a limit");
        this.limits = limits;
        held(Removals.NONE);
    }

    public void held(Removals held) {
        Map<Tags, Integer> rows = new LinkedHashMap<>();
        for (Removal.Kind kind : new TreeSet<>(limits.limits().keySet())) {
            int count = held.counts().getOrDefault(kind, 0);
            rows.put(Tags.of("kind", kind.label(), "hash", count == 0 ? "" : held.hash()), count);
        }
        gauge.show(rows);
    }
}
