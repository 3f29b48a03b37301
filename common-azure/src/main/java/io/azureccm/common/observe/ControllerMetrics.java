package io.azureccm.common.observe;

import io.azureccm.common.kube.feed.FeedStatus;
import io.azureccm.common.kube.queue.QueueStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The state of the controller as gauges: leadership, phase, queue, feeds, reachability of ARM, reads of the snapshot. */
public final class ControllerMetrics implements MeterBinder {
    private final String name;
    private final Supplier<ControllerState> state;

    /** {@code name} is the label that the reference's {@code leader_election_master_status} has, the name of the lease. */
    public ControllerMetrics(String name, Supplier<ControllerState> state) {
        this.name = name;
        this.state = state;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "leader.election.master.status", Tags.of("name", name), "1 while this instance leads",
                now -> now.leadership().leading() ? 1 : 0);
        for (ControllerState.Phase phase : ControllerState.Phase.values()) {
            gauge(registry, "controller.phase", Tags.of("phase", phase.name()), "1 for the phase the controller is in",
                    now -> now.phase() == phase ? 1 : 0);
        }
        gauge(registry, "controller.loop.turn.age", Tags.empty(), "Seconds since the loop last turned",
                now -> now.work().sinceTurn().toMillis() / 1000.0);
        gauge(registry, "controller.azure.up", Tags.empty(),
                "1 when ARM answers, 0 when it does not, -1 before it was asked",
                now -> now.azure().reach().up().map(up -> up ? 1.0 : 0.0).orElse(-1.0));
        counter(registry, "controller.snapshot.reads", "Calls to ARM made for snapshots",
                now -> now.azure().snapshotReads());
        queue(registry);
        feeds(registry);
    }

    private void queue(MeterRegistry registry) {
        gauge(registry, "controller.queue.depth", Tags.empty(), "Keys that wait",
                now -> now.work().queue().map(QueueStats::pending).orElse(0));
        gauge(registry, "controller.queue.inwork", Tags.empty(), "Keys that are worked on",
                now -> now.work().queue().map(QueueStats::inWork).orElse(0));
        gauge(registry, "controller.queue.oldest", Tags.empty(), "Seconds that the oldest waiting key has waited",
                now -> now.work().queue().map(queue -> queue.oldest().toMillis() / 1000.0).orElse(0.0));
        counter(registry, "controller.queue.added", "Keys added, merged ones included",
                now -> now.work().queue().map(QueueStats::added).orElse(0L));
        counter(registry, "controller.queue.retried", "Keys put back after a failure",
                now -> now.work().queue().map(QueueStats::retried).orElse(0L));
    }

    private void feeds(MeterRegistry registry) {
        for (String resource : new String[]{"nodes", "services", "endpointslices"}) {
            Tags tags = Tags.of("resource", resource);
            gauge(registry, "controller.feed.objects", tags, "Objects in the cache",
                    now -> feed(now, resource, FeedStatus::objects));
            gauge(registry, "controller.feed.synced", tags, "1 when the first list is complete",
                    now -> feed(now, resource, status -> status.synced() ? 1 : 0));
            gauge(registry, "controller.feed.lists", tags, "Lists made since the feed was opened",
                    now -> feed(now, resource, FeedStatus::lists));
            gauge(registry, "controller.feed.watches", tags, "Watches opened since the feed was opened",
                    now -> feed(now, resource, FeedStatus::watches));
        }
    }

    /** Not a number for what this app does not watch. */
    private static double feed(ControllerState now, String resource, ToDoubleFunction<FeedStatus> value) {
        return now.kubernetes()
                .feeds()
                .stream()
                .filter(status -> status.resource().equals(resource))
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
    }

    private void gauge(MeterRegistry registry, String meter, Tags tags, String help,
            ToDoubleFunction<ControllerState> value) {
        Gauge.builder(meter, state, now -> value.applyAsDouble(now.get()))
                .tags(tags)
                .description(help)
                .register(registry);
    }

    private void counter(MeterRegistry registry, String meter, String help, ToDoubleFunction<ControllerState> value) {
        FunctionCounter.builder(meter, state, now -> value.applyAsDouble(now.get()))
                .description(help)
                .register(registry);
    }
}
