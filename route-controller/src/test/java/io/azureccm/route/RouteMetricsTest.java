package io.azureccm.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.reconcile.report.RouteReport.SyncOutcome;
import io.azureccm.route.reconcile.report.RouteReport.SyncTrigger;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.status.NodeResult;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteMetricsTest {
    @Test
    void namesAreThoseOfTheDocumentation() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        RouteMetrics metrics = new RouteMetrics(registry, new HeadroomRegister(registry, none -> {}));

        metrics.accept(new RouteReport.Synced(SyncTrigger.NODE_CHANGE, SyncOutcome.CHANGED));
        metrics.accept(new RouteReport.Synced(SyncTrigger.PERIODIC, SyncOutcome.NOOP));
        metrics.accept(new RouteReport.Synced(SyncTrigger.PERIODIC, SyncOutcome.NOOP));
        planned(metrics);

        metrics.accept(new RouteReport.DriftFound(3));
        metrics.accept(new RouteReport.Waiting(true));

        assertThat(registry.scrape()).contains(
                "route_controller_route_sync_total{outcome=\"changed\",trigger=\"node_change\"} 1.0",
                "route_controller_route_sync_total{outcome=\"noop\",trigger=\"periodic\"} 2.0",
                "route_controller_route_sync_total{outcome=\"error\",trigger=\"periodic\"} 0.0",
                "controller_drift_changes_total 3.0",
                "route_controller_routes{for=\"nodes\"} 7.0", "route_controller_routes{for=\"others\"} 2.0",
                "route_controller_routes_limit 400.0", "route_controller_nodes_disconnected 1.0",
                "controller_refused_resources 1.0");

    }

    @Test
    void instanceThatNoLongerLeadsShowsNoNodesAndNoRoutes() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        RouteMetrics metrics = new RouteMetrics(registry, new HeadroomRegister(registry, none -> {}));

        planned(metrics);
        metrics.accept(new RouteReport.Following());

        assertThat(registry.scrape()).contains("route_controller_routes{for=\"nodes\"} 0.0",
                "route_controller_routes{for=\"others\"} 0.0", "route_controller_nodes_disconnected 0.0");
    }

    private static void planned(RouteMetrics metrics) {
        metrics.accept(new RouteReport.Planned(
                new RoutePlan(new Plan("rt=rt", List.of(), List.of(), Plan.Basis.NONE), List.of(),
                        new RoutePlan.Lookups(Set.of(), Set.of()), false, new RoutePlan.Counts(7, 2, 400, false, 1),
                        Reading.of(List.of()), Assessment.NONE),
                List.of(new NodeResult.Connected(), new NodeResult.Disconnected(List.of()))));
    }
}
