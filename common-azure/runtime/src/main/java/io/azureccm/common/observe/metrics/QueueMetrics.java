package io.azureccm.common.observe.metrics;

import io.azureccm.common.reconcile.LoopListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The events and operations of the loop under the names {@code workqueue_*} that every Go controller uses for its queue and workers. */
public final class QueueMetrics implements LoopListener {
    private static final Duration[] BUCKETS = ReferenceNames.seconds(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, .01, .1, 1, 10,
            100, 1000);

    private final MeterRegistry registry;
    private final Timer waited;
    private final Timer worked;

    /** {@code name}: the label of the reference's queue for the same objects. */
    public QueueMetrics(MeterRegistry registry, String name) {
        this.registry = registry;
        Tags tags = Tags.of("name", name);
        this.waited = ReferenceNames.histogram(registry, "workqueue.queue.duration", "Time that events wait for a turn",
                tags,
                BUCKETS);
        this.worked = ReferenceNames.histogram(registry, "workqueue.work.duration", "Time that operations take",
                tags,
                BUCKETS);
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
}
