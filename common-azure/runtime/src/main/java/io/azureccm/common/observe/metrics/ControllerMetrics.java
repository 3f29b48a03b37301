package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ControllerInfo;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.reconcile.LoopStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Gauges of the controller's state: leadership, phase, loop, informers, reachability of ARM, reads of the snapshot. */
public record ControllerMetrics(Names names, Supplier<ControllerState> state,
        Supplier<Optional<ControllerInfo.ConfigInUse>> config, InstantSource clock) implements MeterBinder {
    /**
     * Constant names: the lease, the leases of other programs as {@code namespace/name}, and the enabled controllers and the
     * queue, by their names in the reference.
     */
    public record Names(String lease, List<String> leasesOfOthers, List<String> controllers, String queue) {
        public Names {
            leasesOfOthers = List.copyOf(leasesOfOthers);
            controllers = List.copyOf(controllers);
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "leader.election.master.status", Tags.of("name", names.lease()), "1 while this instance leads",
                now -> now.leadership().leading() ? 1 : 0);
        for (String lease : names.leasesOfOthers()) {
            gauge(registry, "controller.other.lease.renewed", Tags.of("lease", lease),
                    "1 while another program renews this lease, 0 while it does not, -1 if unknown",
                    now -> renewed(now, lease));
        }
        for (ControllerState.Phase phase : ControllerState.Phase.values()) {
            gauge(registry, "controller.phase", Tags.of("phase", phase.name()), "1 for the current phase of the"
                    + " controller",
                    now -> now.phase() == phase ? 1 : 0);
        }
        seconds(registry, "controller.loop.turn.age", Tags.empty(), "Seconds since the last turn of the loop",
                now -> now.work().sinceTurn().toMillis() / 1000.0);
        gauge(registry, "controller.turns.failing", Tags.empty(),
                "Turns that have failed in a row, 0 while turns succeed",
                ofLoop(loop -> loop.failing().inARow()));
        azure(registry);
        for (String controller : names.controllers()) {
            gauge(registry, "running.managed.controllers",
                    Tags.of("name", controller, "manager", "cloud-controller-manager"), "1 while this controller works",
                    now -> now.phase() == ControllerState.Phase.LEADING ? 1 : 0);
        }
        counter(registry, "controller.config.reloads", Tags.empty(), "Changed cloud configs that were applied",
                now -> config.get().map(inUse -> inUse.reload().reloads()).orElse(0L));
        counter(registry, "controller.config.rejections", Tags.empty(),
                "Changed cloud configs that could not be used",
                now -> config.get().map(inUse -> inUse.reload().rejections()).orElse(0L));
        loop(registry);
        informers(registry);
    }

    private void azure(MeterRegistry registry) {
        gauge(registry, "controller.azure.up", Tags.empty(),
                "1 if ARM responds, 0 if it does not, -1 before the first call",
                now -> now.azure().reach().up().map(up -> up ? 1.0 : 0.0).orElse(-1.0));
        counter(registry, "controller.snapshot.reads", Tags.empty(), "Calls to ARM made for snapshots",
                now -> now.azure().snapshotReads());
        for (String type : ArmTypes.ALL) {
            seconds(registry, "controller.snapshot.age", Tags.of("resource", ArmMetrics.resource(type)),
                    "Seconds since the oldest cached response about resources of this type was requested",
                    now -> age(now.azure().oldestAnswers().get(type)));
        }
        for (String type : ArmTypes.ALL) {
            gauge(registry, "controller.unreadable.resources", Tags.of("resource", ArmMetrics.resource(type)),
                    "Resources of this type in the latest responses of ARM that cannot be read",
                    now -> now.azure().unreadable(type).size());
        }
    }

    private static double renewed(ControllerState now, String lease) {
        return now.leadership()
                .others()
                .leases()
                .stream()
                .filter(each -> each.name().equals(lease))
                .flatMap(each -> each.renewed().stream())
                .findFirst()
                .map(renewed -> renewed ? 1.0 : 0.0)
                .orElse(-1.0);
    }

    /** NaN for what has not been read. */
    private double age(Instant asked) {
        return asked == null ? Double.NaN : Duration.between(asked, clock.instant()).toMillis() / 1000.0;
    }

    private void loop(MeterRegistry registry) {
        gauge(registry, "controller.queue.depth", Tags.empty(), "Events that wait for a turn",
                ofLoop(LoopStats::waiting));
        gauge(registry, "controller.queue.inwork", Tags.empty(), "Operations in flight",
                ofLoop(loop -> loop.underWay().size()));
        seconds(registry, "controller.queue.oldest", Tags.empty(),
                "Seconds that the oldest event has waited for a turn",
                ofLoop(loop -> loop.oldest().toMillis() / 1000.0));
        counter(registry, "controller.queue.added", Tags.empty(), "Events", ofLoop(LoopStats::posted));
        counter(registry, "controller.queue.retried", Tags.empty(), "Turns and operations that ended with a defect",
                ofLoop(LoopStats::defects));
        Tags queue = Tags.of("name", names.queue());
        gauge(registry, "workqueue.depth", queue, "Events that wait for a turn", ofLoop(LoopStats::waiting));
        seconds(registry, "workqueue.unfinished.work", queue, "Time that the operations in flight have run, added up",
                ofLoop(loop -> loop.total().toNanos() / 1e9));
        seconds(registry, "workqueue.longest.running.processor", queue,
                "Time that the longest operation in flight has run", ofLoop(loop -> loop.longest().toNanos() / 1e9));
        counter(registry, "workqueue.adds", queue, "Events", ofLoop(LoopStats::posted));
        counter(registry, "workqueue.retries", queue, "Turns and operations that ended with a defect",
                ofLoop(LoopStats::defects));
    }

    /** 0 while there is no loop. */
    private static ToDoubleFunction<ControllerState> ofLoop(ToDoubleFunction<LoopStats> value) {
        return now -> now.work().loop().map(value::applyAsDouble).orElse(0.0);
    }

    private void informers(MeterRegistry registry) {
        for (String resource : new String[]{"nodes", "services", "endpointslices"}) {
            Tags tags = Tags.of("resource", resource);
            // Dashboards know informers by the name feed.
            gauge(registry, "controller.feed.objects", tags, "Objects in the cache",
                    now -> informer(now, resource, InformerStatus::objects));
            gauge(registry, "controller.feed.synced", tags, "1 if the first list is complete",
                    now -> informer(now, resource, status -> status.synced() ? 1 : 0));
            gauge(registry, "controller.feed.lists", tags, "Lists since the informer was created",
                    now -> informer(now, resource, InformerStatus::lists));
            gauge(registry, "controller.feed.watches", tags, "Watches opened since the informer was created",
                    now -> informer(now, resource, InformerStatus::watches));
        }
    }

    /** NaN for resources that this app does not watch. */
    private static double informer(ControllerState now, String resource, ToDoubleFunction<InformerStatus> value) {
        return now.kubernetes()
                .informers()
                .stream()
                .filter(status -> status.resource().equals(resource))
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
    }

    private void gauge(MeterRegistry registry, String meter, Tags tags, String help,
            ToDoubleFunction<ControllerState> value) {
        gauge(meter, value).tags(tags).description(help).register(registry);
    }

    /** Prometheus expects the unit as the suffix of the name. */
    private void seconds(MeterRegistry registry, String meter, Tags tags, String help,
            ToDoubleFunction<ControllerState> value) {
        gauge(meter, value).tags(tags).description(help).baseUnit("seconds").register(registry);
    }

    private Gauge.Builder<Supplier<ControllerState>> gauge(String meter, ToDoubleFunction<ControllerState> value) {
        return Gauge.builder(meter, state, now -> value.applyAsDouble(now.get())).strongReference(true);
    }

    private void counter(MeterRegistry registry, String meter, Tags tags, String help,
            ToDoubleFunction<ControllerState> value) {
        FunctionCounter.builder(meter, state, now -> value.applyAsDouble(now.get()))
                .tags(tags)
                .description(help)
                .register(registry);
    }
}
