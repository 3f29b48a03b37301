package io.azureccm.route;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.PlanSizes;
import io.azureccm.common.observe.metrics.RefusedObjects;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.reconcile.report.PlanListener;
import io.azureccm.route.status.NodeResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts syncs of the table under the reference's metric name, and exports the contents of the table and the nodes
 * without a route.
 */
final class RouteMetrics implements PlanListener {
    private final Map<SyncTrigger, Map<SyncOutcome, Counter>> syncs = new EnumMap<>(SyncTrigger.class);
    private final Counter drift;
    /** Nobody can correct these at a Node. */
    private static final Set<String> OF_AZURE = Stream
            .of(RouteReason.FORBIDDEN, RouteReason.DENIED_BY_POLICY, RouteReason.LOCKED, RouteReason.LIMIT_REACHED,
                    RouteReason.REJECTED)
            .map(RouteReason::word)
            .collect(Collectors.toUnmodifiableSet());

    private final RefusedObjects refusedObjects;
    private final AtomicInteger nodeRoutes = new AtomicInteger();
    private final AtomicInteger otherRoutes = new AtomicInteger();
    private final AtomicInteger disconnected = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger limit = new AtomicInteger(PlannerSettings.EXPECTED_ROUTES);

    private final HeadroomRegister headroom;

    RouteMetrics(MeterRegistry registry, HeadroomRegister headroom) {
        this.headroom = headroom;
        this.refusedObjects = new RefusedObjects(registry, refusal -> !OF_AZURE.contains(refusal.code()));
        for (SyncTrigger trigger : SyncTrigger.values()) {
            for (SyncOutcome outcome : SyncOutcome.values())
                syncs.computeIfAbsent(trigger, each -> new EnumMap<>(SyncOutcome.class))
                        .put(outcome, syncs(registry, trigger, outcome));
        }
        this.drift = PlanSizes.drift(registry);
        gauge(registry, nodeRoutes, "nodes");
        gauge(registry, otherRoutes, "others");
        Gauge.builder("route.controller.routes.limit", limit, AtomicInteger::get)
                .description("Routes that Azure allows in the table, as far as that is known")
                .register(registry);
        Gauge.builder("controller.refused.resources", waiting, AtomicInteger::get)
                .description(
                        "Resources that are not written for now, because Azure has refused too many writes of them")
                .register(registry);
        Gauge.builder("route.controller.nodes.disconnected", disconnected, AtomicInteger::get)
                .description("Nodes with a pod CIDR that has no route")
                .register(registry);
    }

    @Override
    public void drifted(int changes) {
        drift.increment(changes);
    }

    @Override
    public void refused(List<Refusal> refusals) {
        refusedObjects.now(refusals);
    }

    @Override
    public void waiting(int tables) {
        waiting.set(tables);
    }

    @Override
    public void follows() {
        List.of(nodeRoutes, otherRoutes, disconnected, waiting).forEach(each -> each.set(0));
        refusedObjects.forget();
        headroom.forget();
    }

    @Override
    public void synced(SyncTrigger trigger, SyncOutcome outcome) {
        syncs.get(trigger).get(outcome).increment();
    }

    @Override
    public void planned(RoutePlan plan, Collection<NodeResult> results) {
        nodeRoutes.set(plan.counts().nodeRoutes());
        otherRoutes.set(plan.counts().otherRoutes());
        limit.set(plan.counts().limit());
        headroom.now(List.of(new Headroom(Headroom.Limit.ROUTES, plan.plan().scope(),
                plan.counts().nodeRoutes() + plan.counts().otherRoutes(), plan.counts().limit())));
        disconnected.set((int) results.stream().filter(NodeResult.Disconnected.class::isInstance).count());
    }

    /** The labels have the values of k8s.io/cloud-provider. */
    private static Counter syncs(MeterRegistry registry, SyncTrigger trigger, SyncOutcome outcome) {
        return Counter.builder("route.controller.route.sync")
                .tag("trigger", trigger.name().toLowerCase(Locale.ROOT))
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .description("Times the route table was written, compared and found up to date, or neither succeeded")
                .register(registry);
    }

    private static void gauge(MeterRegistry registry, AtomicInteger value, String owner) {
        Gauge.builder("route.controller.routes", value, AtomicInteger::get)
                .tag("for", owner)
                .description(
                        "Routes in the table, including those about to be written, for nodes and for anything else")
                .register(registry);

    }
}
