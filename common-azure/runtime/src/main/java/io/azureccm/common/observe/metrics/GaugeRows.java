package io.azureccm.common.observe.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A gauge whose series come and go, by their labels. A series that stays keeps its meter: Micrometer would replace it, and a scrape at that
 * moment fails or misses it.
 */
public final class GaugeRows {
    private final MultiGauge gauge;
    private Map<Tags, AtomicLong> rows = Map.of();

    /** In place of what another object has shown under this name. */
    public GaugeRows(MeterRegistry registry, String name, String description) {
        registry.find(name).meters().forEach(registry::remove);
        this.gauge = MultiGauge.builder(name).description(description).register(registry);
    }

    /** Exactly these series from now on. */
    public synchronized void show(Map<Tags, ? extends Number> values) {
        Map<Tags, AtomicLong> now = new LinkedHashMap<>();
        values.forEach((tags, value) -> {
            AtomicLong row = rows.getOrDefault(tags, new AtomicLong());
            row.set(value.longValue());
            now.put(tags, row);
        });
        if (!now.keySet().equals(rows.keySet()))
            gauge.register(now.entrySet()
                    .stream().<MultiGauge
                            .Row<?>>map(each -> MultiGauge.Row.of(each.getKey(), each.getValue(), AtomicLong::get))
                    .toList());
        rows = now;
    }
}
