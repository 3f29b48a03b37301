package io.azureccm.e2e.charts.monitoring;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What {@link MonitoringTest} and {@link DashboardTest} have in common. */
abstract class MonitoringFixture {
    static final List<String> CHARTS = Charts.ALL;
    static final String ALL_ON = "{monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true}, alerts: "
            + "{enabled: true, runbookBase: 'https://docs.example.com/'}, dashboard: {enabled: true}}}";

    static List<JsonNode> alerts(String chart) {
        return stream(RenderedChart.with(chart, ALL_ON).only("PrometheusRule").at("/spec/groups/0/rules")).toList();
    }

    static JsonNode dashboard(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, ALL_ON);
        JsonNode map = rendered.named("ConfigMap", "azure-" + chart + "-dashboard");
        assertThat(map.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
        try {
            return new ObjectMapper().readTree(map.path("data").path(chart + ".json").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
