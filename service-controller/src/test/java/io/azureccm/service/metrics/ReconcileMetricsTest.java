package io.azureccm.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dashboards made for the generic service controller find its metrics. */
class ReconcileMetricsTest {
    @Test
    void namesAndBucketsAreThoseOfTheGenericServiceController() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ReconcileMetrics metrics = new ReconcileMetrics(registry, new CloudOperations(registry),
                new SyncMetrics.Place("s-1", "RG"), new HeadroomRegister(registry, none -> {}));
        metrics.synced(3, 1, Duration.ofSeconds(3));
        metrics.synced(3, 0, Duration.ofSeconds(1));

        assertThat(registry.scrape()).contains("service_controller_loadbalancer_sync_total 6.0",
                "service_controller_nodesync_error_total 1.0", "service_controller_nodesync_latency_seconds_count 2",
                "service_controller_nodesync_latency_seconds_bucket{le=\"1.0\"} 1",
                "service_controller_nodesync_latency_seconds_bucket{le=\"16384.0\"} 2",
                "service_controller_update_loadbalancer_host_latency_seconds_count 6");
    }

    @Test
    void driftIsCountedAsTheAlertAsksForIt() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ReconcileMetrics metrics = new ReconcileMetrics(registry, new CloudOperations(registry),
                new SyncMetrics.Place("s-1", "RG"), new HeadroomRegister(registry, none -> {}));
        assertThat(registry.scrape()).contains("controller_drift_changes_total 0.0");

        metrics.drifted(2);
        metrics.drifted(1);

        assertThat(registry.scrape()).contains("controller_drift_changes_total 3.0");
    }

    @Test
    void warnedServicesAreCountedWhileThisInstanceLeads() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ReconcileMetrics metrics = new ReconcileMetrics(registry, new CloudOperations(registry),
                new SyncMetrics.Place("s-1", "RG"), new HeadroomRegister(registry, none -> {}));
        metrics.warned(Map.of("UnknownAnnotation", 2));

        assertThat(registry.scrape()).contains("controller_warned_objects{reason=\"UnknownAnnotation\"} 2.0");
        metrics.follows();
        assertThat(registry.scrape()).doesNotContain("controller_warned_objects{");
    }

    @Test
    void loopThatReplacesAnotherOneShowsItsOwnFigures() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        for (int figure = 1; figure < 3; figure++) {
            ReconcileMetrics metrics = new ReconcileMetrics(registry, new CloudOperations(registry),
                    new SyncMetrics.Place("s-1", "RG"), new HeadroomRegister(registry, none -> {}));
            metrics.waiting(figure);
            metrics.draining(Map.of(DrainReason.CORDONED, figure));
        }

        assertThat(registry.scrape()).contains("controller_refused_resources 2.0",
                "service_controller_draining_nodes{reason=\"Cordoned\"} 2.0");
    }

    @Test
    void planningOfEachTurnIsTimed() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ReconcileMetrics metrics = new ReconcileMetrics(registry, new CloudOperations(registry),
                new SyncMetrics.Place("s-1", "RG"), new HeadroomRegister(registry, none -> {}));
        metrics.planned(Duration.ofMillis(20));
        metrics.planned(Duration.ofMillis(30));

        assertThat(registry.scrape()).contains("controller_planning_duration_seconds_count 2",
                "controller_planning_duration_seconds_sum 0.05", "controller_planning_duration_seconds_max 0.03");
    }
}
