package io.azureccm.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Dashboards made for the generic service controller find its metrics. */
class NodeSyncMetricsTest {
    @Test
    void namesAndBucketsAreThoseOfTheGenericServiceController() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        NodeSyncMetrics metrics = new NodeSyncMetrics(registry);
        metrics.synced(3, 1, Duration.ofSeconds(3));
        metrics.synced(3, 0, Duration.ofSeconds(1));

        assertThat(registry.scrape()).contains("service_controller_loadbalancer_sync_total 6.0",
                "service_controller_nodesync_error_total 1.0", "service_controller_nodesync_latency_seconds_count 2",
                "service_controller_nodesync_latency_seconds_bucket{le=\"1.0\"} 1",
                "service_controller_nodesync_latency_seconds_bucket{le=\"16384.0\"} 2",
                "service_controller_update_loadbalancer_host_latency_seconds_count 6");
    }
}
