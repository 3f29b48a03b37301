package io.azureccm.service.metrics;

import io.azureccm.common.observe.metrics.CloudOperations;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Metrics per Service under the names of the reference provider: {@code provider_reconcile_*} and {@code cloudprovider_azure_op_*}. The
 * duration is the time from the change of a Service to its result.
 */
public record SyncMetrics(MeterRegistry registry, CloudOperations operations, Place place) {
    private static final Duration[] BUCKETS = Stream
            .of(100L, 200L, 500L, 1_000L, 5_000L, 10_000L, 60_000L, 300_000L, 600_000L)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    /** The subscription and resource group of the load balancers. */
    public record Place(String subscription, String resourceGroup) {}

    void succeeded(ServiceSync sync, Duration took) {
        operations.succeeded(sync.kind().request(), place.subscription(), place.resourceGroup(), took);
        errors(sync, took);
    }

    void failed(ServiceSync sync, Duration took) {
        operations.failed(sync.kind().request(), place.subscription(), place.resourceGroup(), took);
        errors(sync, took).increment();
    }

    /** Records the time; returns the counter of those like it that failed. */
    private Counter errors(ServiceSync sync, Duration took) {
        Tags tags = tags(sync);
        Timer.builder("provider.reconcile.duration")
                .description("Time from a change of a Service to its result, under the name of the reference")
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(took);
        return Counter.builder("provider.reconcile.errors.counter")
                .description("Services that failed after a change, under the name of the reference")
                .tags(tags)
                .register(registry);
    }

    private static Tags tags(ServiceSync sync) {
        Tags tags = Tags.of("name", sync.kind().operation(), ServiceSync.SOURCE_RANGES,
                Boolean.toString(sync.features().contains(ServiceSync.SOURCE_RANGES)));
        for (String label : ServiceSync.LABELS.values()) {
            tags = tags.and(label, Boolean.toString(sync.features().contains(label)));
        }
        return tags;
    }
}
