package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GaugeRowsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void seriesComeChangeAndGo() {
        GaugeRows rows = new GaugeRows(registry, "draining.nodes", "Nodes that are drained");
        rows.show(Map.of(Tags.of("reason", "Cordoned"), 1, Tags.of("reason", "NotReady"), 2));
        assertThat(registry.scrape()).contains("draining_nodes{reason=\"Cordoned\"} 1.0",
                "draining_nodes{reason=\"NotReady\"} 2.0");

        rows.show(Map.of(Tags.of("reason", "Cordoned"), 3, Tags.of("reason", "Deleted"), 4));
        assertThat(registry.scrape()).contains("draining_nodes{reason=\"Cordoned\"} 3.0",
                "draining_nodes{reason=\"Deleted\"} 4.0").doesNotContain("NotReady");

        rows.show(Map.of());
        assertThat(registry.scrape()).doesNotContain("draining_nodes{");
    }

    @Test
    void scrapesSucceedWhileValuesChange() throws InterruptedException {
        GaugeRows rows = new GaugeRows(registry, "refused.resources", "Resources that are not written");
        rows.show(Map.of(Tags.empty(), 0));
        AtomicBoolean over = new AtomicBoolean();
        Thread turns = Thread.ofPlatform().start(() -> {
            for (int turn = 0; !over.get(); turn++)
                rows.show(Map.of(Tags.empty(), turn));
        });
        try {
            for (int scrape = 0; scrape < 5_000; scrape++)
                assertThat(registry.scrape()).contains("refused_resources ");
        } finally {
            over.set(true);
            turns.join();
        }
    }
}
