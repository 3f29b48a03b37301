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

/** The app's work queue under the names {@code workqueue_*} that every Go controller uses. */
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
        this.waited = ReferenceNames.histogram(registry, "workqueue.queue.duration", "Time that keys wait in the queue",
                tags,
                BUCKETS);
        this.worked = ReferenceNames.histogram(registry, "workqueue.work.duration", "Time that workers need for a key",
                tags,
                BUCKETS);
    }

    /** Adds gauges from the state: depth, adds, retries, and how long workers have been processing their keys. */
    public void show(Supplier<ControllerState> state) {
        gauge("workqueue.depth", null, "Queued keys", state, QueueStats::pending);
        gauge("workqueue.unfinished.work", "seconds", "Total time that workers have been processing their current"
                + " keys",
                state,
                stats -> seconds(stats.work().all()));
        gauge("workqueue.longest.running.processor", "seconds", "Time that the longest running worker has been"
                + " processing its key",
                state, stats -> seconds(stats.work().longest()));
        counter("workqueue.adds", "Keys added", state, QueueStats::added);
        counter("workqueue.retries", "Keys requeued after a failure", state, QueueStats::retried);
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
