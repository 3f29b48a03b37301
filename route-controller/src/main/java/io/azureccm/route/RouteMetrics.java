package io.azureccm.route;

import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.PlanSizes;
import io.azureccm.common.observe.metrics.RefusedObjects;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.reconcile.report.RouteReport.SyncOutcome;
import io.azureccm.route.reconcile.report.RouteReport.SyncTrigger;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.status.NodeResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts syncs of the table under the reference's metric name, and exports the contents of the table and the nodes
 * without a route.
 */
final class RouteMetrics implements Consumer<RouteReport> {
    /** Nobody can correct these at a Node. */
    private static final Set<String> OF_AZURE = Stream
            .of(RouteReason.FORBIDDEN, RouteReason.DENIED_BY_POLICY, RouteReason.LOCKED, RouteReason.LIMIT_REACHED,
                    RouteReason.REJECTED)
            .map(RouteReason::word)
            .collect(Collectors.toUnmodifiableSet());
    private static final String ROUTES = "Routes in the table, including those about to be written, for nodes and for"
            + " anything else";

    private final Map<RouteReport.Synced, Counter> syncs = new HashMap<>();
    private final Counter drift;
    private final RefusedObjects refusedObjects;
    private final AtomicInteger nodeRoutes;
    private final AtomicInteger otherRoutes;
    private final AtomicInteger limit;
    private final AtomicInteger waiting;
    private final AtomicInteger disconnected;
    private final HeadroomRegister headroom;

    RouteMetrics(MeterRegistry registry, HeadroomRegister headroom) {
        this.headroom = headroom;
        this.refusedObjects = new RefusedObjects(registry, refusal -> !OF_AZURE.contains(refusal.code()));
        for (SyncTrigger trigger : SyncTrigger.values()) {
            for (SyncOutcome outcome : SyncOutcome.values())
                syncs.put(new RouteReport.Synced(trigger, outcome), syncs(registry, trigger, outcome));
        }
        this.drift = PlanSizes.drift(registry);
        this.nodeRoutes = gauge(registry, "route.controller.routes", Tags.of("for", "nodes"), ROUTES);
        this.otherRoutes = gauge(registry, "route.controller.routes", Tags.of("for", "others"), ROUTES);
        this.limit = gauge(registry, "route.controller.routes.limit", Tags.empty(),
                "Routes that Azure allows in the table, as far as that is known");
        limit.set(PlannerSettings.EXPECTED_ROUTES);
        this.waiting = gauge(registry, "controller.refused.resources", Tags.empty(),
                "Resources that are not written for now, because Azure has refused too many writes of them");
        this.disconnected = gauge(registry, "route.controller.nodes.disconnected", Tags.empty(),
                "Nodes with a pod CIDR that has no route");
    }

    @Override
    public void accept(RouteReport report) {
        switch (report) {
            case RouteReport.Synced sync -> syncs.get(sync).increment();
            case RouteReport.Planned(RoutePlan plan, var results) -> planned(plan, results);
            case RouteReport.DriftFound(int changes) -> drift.increment(changes);
            case RouteReport.Refused(var refusals) -> refusedObjects.now(refusals);
            case RouteReport.Waiting(boolean table) -> waiting.set(table ? 1 : 0);
            case RouteReport.Following following -> follows();
            default -> {
                // Shown by events or in the log.
            }
        }
    }

    private void follows() {
        List.of(nodeRoutes, otherRoutes, disconnected, waiting).forEach(each -> each.set(0));
        refusedObjects.forget();
        headroom.forget();
    }

    private void planned(RoutePlan plan, List<NodeResult> results) {
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

    private static AtomicInteger gauge(MeterRegistry registry, String name, Tags tags, String description) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder(name, value, AtomicInteger::get).tags(tags).description(description).register(registry);
        return value;
    }
}
