package io.azureccm.common.observe.metrics;

import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.observe.ControllerState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The work queue of the app under the names {@code workqueue_*} that every Go controller has. */
public final class QueueMetrics implements QueueListener {
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
        this.waited = ReferenceNames.histogram(registry, "workqueue.queue.duration", "Time that keys wait", tags,
                BUCKETS);
        this.worked = ReferenceNames.histogram(registry, "workqueue.work.duration", "Time that workers have keys", tags,
                BUCKETS);
    }

    /** Adds what the state tells: depth, adds, retries, and how long workers have had what they have. */
    public void show(Supplier<ControllerState> state) {
        gauge("workqueue.depth", null, "Keys that wait", state, QueueStats::pending);
        gauge("workqueue.unfinished.work", "seconds", "Time that workers have had their keys so far, all together",
                state,
                stats -> seconds(stats.work().all()));
        gauge("workqueue.longest.running.processor", "seconds", "Time that the longest working worker has had its key",
                state, stats -> seconds(stats.work().longest()));
        counter("workqueue.adds", "Keys added", state, QueueStats::added);
        counter("workqueue.retries", "Keys put back after a failure", state, QueueStats::retried);
    }

    @Override
    public void handedOut(Duration time) {
        waited.record(time);
    }

    @Override
    public void ended(Duration took) {
        worked.record(took);
    }

    private void gauge(String name, String unit, String help, Supplier<ControllerState> state,
            ToDoubleFunction<QueueStats> value) {
        Gauge.builder(name, state, now -> of(now, value))
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private void counter(String name, String help, Supplier<ControllerState> state,
            ToDoubleFunction<QueueStats> value) {
        FunctionCounter.builder(name, state, now -> of(now, value)).tags(tags).description(help).register(registry);
    }

    private static double of(Supplier<ControllerState> state, ToDoubleFunction<QueueStats> value) {
        return state.get().work().queue().map(value::applyAsDouble).orElse(0.0);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
