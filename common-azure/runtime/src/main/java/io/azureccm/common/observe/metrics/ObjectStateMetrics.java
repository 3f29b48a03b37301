package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.State;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The number of objects in each state, as in the lists and the console; 0 on an instance that does not lead, so that the sum
 * over instances is the cluster's total.
 */
public final class ObjectStateMetrics implements MeterBinder {
    /** A scrape queries each state; one count serves them all. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Supplier<Optional<List<Explanation>>> list;
    private final LongSupplier nanoTime;
    private Map<State, Integer> counts = Map.of();
    private long countedAt;
    private boolean counted;

    public ObjectStateMetrics(Supplier<Optional<List<Explanation>>> list, LongSupplier nanoTime) {
        this.list = list;
        this.nanoTime = nanoTime;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (State state : State.values()) {
            Gauge.builder("controller.objects", this, it -> it.count(state))
                    .strongReference(true)
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .description("Services or Nodes by state, as in the lists and the console")
                    .register(registry);
        }
    }

    private synchronized int count(State state) {
        long now = nanoTime.getAsLong();
        if (!counted || now - countedAt > FRESH.toNanos()) {
            Map<State, Integer> fresh = new EnumMap<>(State.class);
            list.get().orElse(List.of()).forEach(each -> fresh.merge(each.state(), 1, Integer::sum));
            counts = fresh;
            countedAt = now;
            counted = true;
        }
        return counts.getOrDefault(state, 0);
    }
}
