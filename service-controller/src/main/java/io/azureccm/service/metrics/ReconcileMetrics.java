package io.azureccm.service.metrics;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.metrics.GaugeRows;
import io.azureccm.common.observe.metrics.PlanSizes;
import io.azureccm.common.observe.metrics.RefusedObjects;
import io.azureccm.service.status.ServiceReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Times every plan, and counts and times updates of load balancers after node changes, under the metric names of the generic service
 * controller.
 */
public final class ReconcileMetrics implements ReconcileListener {
    private static final Duration[] BUCKETS = IntStream.range(0, 15)
            .mapToObj(power -> Duration.ofSeconds(1L << power))
            .toArray(Duration[]::new);

    private static final Duration[] CONVERGENCE = IntStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600)
            .mapToObj(Duration::ofSeconds)
            .toArray(Duration[]::new);

    private final Counter syncs;
    private final Counter errors;
    private final Timer latency;
    private final Timer hosts;
    private final Timer planning;
    private final Timer convergence;
    private final Counter drift;
    private final RefusedObjects refusedObjects;
    private final GaugeRows warned;
    private final SyncMetrics syncMetrics;
    private final SyncMetrics.Place place;
    private final HeadroomRegister headroom;
    private final GaugeRows waiting;
    private final GaugeRows draining;

    public ReconcileMetrics(MeterRegistry registry, CloudOperations operations, SyncMetrics.Place place,
            HeadroomRegister headroom) {
        this.headroom = headroom;
        this.syncMetrics = new SyncMetrics(registry, operations);
        this.place = place;
        this.refusedObjects = new RefusedObjects(registry,
                refusal -> ServiceReason.ofRefusal(refusal.code(), refusal.message()).isMistake());
        this.warned = new GaugeRows(registry, "controller.warned.objects",
                "Services with a warning that blocks nothing, by its reason");
        this.syncs = Counter.builder("service.controller.loadbalancer.sync")
                .description("Services whose load balancer was updated after a change of nodes")
                .register(registry);
        this.errors = Counter.builder("service.controller.nodesync.error")
                .description("Changes of nodes after which the update of a Service failed")
                .register(registry);
        this.latency = timer(registry, "service.controller.nodesync.latency",
                "Time from a change of nodes until all Services are updated");
        this.hosts = timer(registry, "service.controller.update.loadbalancer.host.latency",
                "Time from a change of nodes until a Service is updated");
        this.planning = Timer.builder("controller.planning.duration")
                .description("Time to plan a turn")
                .register(registry);
        this.drift = PlanSizes.drift(registry);
        this.waiting = new GaugeRows(registry, "controller.refused.resources",
                "Resources that are not written for now, because Azure has refused too many writes of them");
        this.draining = new GaugeRows(registry, "service.controller.draining.nodes",
                "Nodes that are drained: they get no new connections from load balancers, by reason");
        waiting(0);
        draining(Map.of());
        this.convergence = Timer.builder("service.controller.convergence")
                .description("Time from the first change of a Service until it is fully served")
                .serviceLevelObjectives(CONVERGENCE)
                .register(registry);
    }

    @Override
    public void succeeded(ServiceSync sync, Duration took) {
        syncMetrics.succeeded(sync, place, took);
    }

    @Override
    public void failed(ServiceSync sync, Duration took) {
        syncMetrics.failed(sync, place, took);
    }

    @Override
    public void converged(Duration took) {
        convergence.record(took);
    }

    @Override
    public void drifted(int changes) {
        drift.increment(changes);
    }

    @Override
    public void planned(Duration took) {
        planning.record(took);
    }

    @Override
    public void refused(List<Refusal> refusals) {
        refusedObjects.now(refusals);
    }

    @Override
    public void warned(Map<String, Integer> services) {
        warned.show(byReason(services));
    }

    @Override
    public void waiting(int resources) {
        waiting.show(Map.of(Tags.empty(), resources));
    }

    @Override
    public void limits(List<Headroom> all) {
        headroom.now(all);
    }

    @Override
    public void draining(Map<DrainReason, Integer> nodes) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (DrainReason each : DrainReason.values())
            counts.put(each.word(), nodes.getOrDefault(each, 0));
        draining.show(byReason(counts));
    }

    @Override
    public void follows() {
        draining(Map.of());
        waiting(0);
        refusedObjects.forget();
        warned(Map.of());
        headroom.forget();
    }

    @Override
    public void synced(int services, int failed, Duration took) {
        syncs.increment(services);
        latency.record(took);
        for (int service = 0; service < services; service++) {
            hosts.record(took);
        }
        if (failed > 0)
            errors.increment();
    }

    private static Map<Tags, Integer> byReason(Map<String, Integer> counts) {
        Map<Tags, Integer> rows = new LinkedHashMap<>();
        counts.forEach((reason, count) -> rows.put(Tags.of("reason", reason), count));
        return rows;
    }

    private static Timer timer(MeterRegistry registry, String name, String help) {
        return Timer.builder(name).description(help).serviceLevelObjectives(BUCKETS).register(registry);
    }
}
