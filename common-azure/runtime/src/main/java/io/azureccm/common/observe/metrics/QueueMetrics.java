package io.azureccm.common.observe.metrics;

import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.reconcile.LoopListener;
import io.azureccm.common.reconcile.LoopStats;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The events and operations of the loop under the names {@code workqueue_*} that every Go controller uses for its queue and workers. */
public final class QueueMetrics implements LoopListener {
    private static final Duration[] BUCKETS = ReferenceNames.seconds(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, .01, .1, 1, 10,
            100, 1000);

    private final MeterRegistry registry;
    private final Tags tags;
    private final Timer waited;
    private final Timer worked;

    /** {@code name}: the label of the reference's queue for the same objects. */
    public QueueMetrics(MeterRegistry registry, String name) {
        this.registry = registry;
        this.tags = Tags.of("name", name);
        this.waited = ReferenceNames.histogram(registry, "workqueue.queue.duration", "Time that events wait for a turn",
                tags,
                BUCKETS);
        this.worked = ReferenceNames.histogram(registry, "workqueue.work.duration", "Time that operations take",
                tags,
                BUCKETS);
    }

    /** Adds gauges from the state: events that wait, all events, defects, and how long the operations in flight have run. */
    public void show(Supplier<ControllerState> state) {
        gauge("workqueue.depth", null, "Events that wait for a turn", state, LoopStats::waiting);
        gauge("workqueue.unfinished.work", "seconds", "Time that the operations in flight have run, added up", state,
                stats -> seconds(stats.total()));
        gauge("workqueue.longest.running.processor", "seconds", "Time that the longest operation in flight has run",
                state, stats -> seconds(stats.longest()));
        counter("workqueue.adds", "Events", state, LoopStats::posted);
        counter("workqueue.retries", "Turns and operations that ended with a defect", state, LoopStats::defects);
    }

    @Override
    public void taken(Duration time) {
        waited.record(time);
    }

    @Override
    public void ended(Duration took) {
        worked.record(took);
    }

    /** By the type of the failure: its message is in the health and in the log. */
    @Override
    public void failed(RuntimeException defect) {
        Counter.builder("controller.turns.failed")
                .description("Turns that failed, by the type of the failure")
                .tag("cause", defect.getClass().getSimpleName())
                .register(registry)
                .increment();
    }

    private void gauge(String name, String unit, String help, Supplier<ControllerState> state,
            ToDoubleFunction<LoopStats> value) {
        Gauge.builder(name, state, now -> of(now, value))
                .strongReference(true)
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private void counter(String name, String help, Supplier<ControllerState> state,
            ToDoubleFunction<LoopStats> value) {
        FunctionCounter.builder(name, state, now -> of(now, value)).tags(tags).description(help).register(registry);
    }

    private static double of(Supplier<ControllerState> state, ToDoubleFunction<LoopStats> value) {
        return state.get().work().loop().map(value::applyAsDouble).orElse(0.0);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
