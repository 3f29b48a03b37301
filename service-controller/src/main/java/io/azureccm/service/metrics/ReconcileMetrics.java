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
public final class ReconcileMetrics {
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
    private final HeadroomRegister headroom;
    private final GaugeRows waiting;
    private final GaugeRows draining;

    public ReconcileMetrics(MeterRegistry registry, CloudOperations operations, SyncMetrics.Place place,
            HeadroomRegister headroom) {
        this.headroom = headroom;
        this.syncMetrics = new SyncMetrics(registry, operations, place);
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

    /** The work for one Service ended; {@code took}: the time from the change to the end. */
    public void succeeded(ServiceSync sync, Duration took) {
        syncMetrics.succeeded(sync, took);
    }

    /** The same if it failed. */
    public void failed(ServiceSync sync, Duration took) {
        syncMetrics.failed(sync, took);
    }

    /** A Service became fully served; {@code took}: the time since its first change. */
    public void converged(Duration took) {
        convergence.record(took);
    }

    /** The number of new drift changes that a plan corrects; 0 for most plans. */
    public void drifted(int changes) {
        drift.increment(changes);
    }

    /** The time to compute one plan, without reads and writes. */
    public void planned(Duration took) {
        planning.record(took);
    }

    /** All refusals of the last plan, old and new. */
    public void refused(List<Refusal> refusals) {
        refusedObjects.now(refusals);
    }

    /** How many Services each warning of the last plan is about, by reason. */
    public void warned(Map<String, Integer> services) {
        warned.show(byReason(services));
    }

    /** How many resources are not written for now, because Azure has refused too many writes of them. */
    public void waiting(int resources) {
        waiting.show(Map.of(Tags.empty(), resources));
    }

    /** The usage of each Azure limit, as of the last plan. */
    public void limits(List<Headroom> all) {
        headroom.now(all);
    }

    /** The number of drained nodes by reason. */
    public void draining(Map<DrainReason, Integer> nodes) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (DrainReason each : DrainReason.values())
            counts.put(each.word(), nodes.getOrDefault(each, 0));
        draining.show(byReason(counts));
    }

    /** This instance no longer leads, so other instances make the plans. */
    public void follows() {
        draining(Map.of());
        waiting(0);
        refusedObjects.forget();
        warned(Map.of());
        headroom.forget();
    }

    /**
     * The members of load balancers changed. {@code services}: the number of Services with a load balancer; {@code failed}: how many of
     * them could not be updated; {@code took}: the time from the change to the end.
     */
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
