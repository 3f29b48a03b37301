package io.azureccm.e2e.charts.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the charts render to, in the documentation, for those who have no Helm and for other tests. */
class ExampleManifestsTest {
    private static final Path FOLDER = Charts.repository().resolve("docs/example-manifests/out-of-tree/charts");

    enum Example {
        NODE("node-controller", "node-controller", "{}"),
        NODE_ON_CONFIG_MAP("node-controller-with-config-map", "node-controller",
                "{leaderElection: {mode: configmap}}"),
        NODE_WITH_AGENT("node-controller-with-agent", "node-controller", "{agent: {enabled: true}}"),
        NODE_WITH_PROBE_PROXY("node-controller-with-probe-proxy", "node-controller",
                "{agent: {enabled: true, probeProxy: {enabled: true}}}"),
        SERVICE("service-controller", "service-controller", "{}"),
        SERVICE_ON_CONFIG_MAP("service-controller-with-config-map", "service-controller",
                "{admission: {mode: \"Off\"}, leaderElection: {mode: configmap}}"),
        SERVICE_WITH_RESOURCE_LEASE("service-controller-with-resource-lease", "service-controller",
                "{admission: {mode: \"Off\"}, resourceLease: true}"),
        SERVICE_WITH_DRAINING("service-controller-with-draining", "service-controller",
                "{admission: {mode: \"Off\"}, settings: {draining: {out-of-service: true, cluster-autoscaler: 2m}}}"),
        SERVICE_WITH_DOCTOR("service-controller-with-doctor", "service-controller",
                "{admission: {mode: \"Off\"}, doctor: {enabled: true}}"),
        ROUTE("route-controller", "route-controller", "{flags: {cluster-cidr: 10.244.0.0/16}}"),
        ROUTE_ON_CONFIG_MAP("route-controller-with-config-map", "route-controller",
                "{flags: {cluster-cidr: 10.244.0.0/16}, leaderElection: {mode: configmap}}");

        private final String file;
        private final String chart;
        private final String values;

        Example(String file, String chart, String values) {
            this.file = file + ".manifest";
            this.chart = chart;
            this.values = values;
        }
    }

    @ParameterizedTest
    @EnumSource
    void manifestIsWhatTheChartRendersTo(Example example) throws IOException {
        String rendered = "# helm template azure charts/" + example.chart + " -n kube-system, with the values "
                + example.values + " and image.registry=" + Charts.REGISTRY + "\n"
                + RenderedChart.with(example.chart, example.values).text();
        Path file = FOLDER.resolve(example.file);
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, rendered);
        }
        assertThat(file).as("run with -Ddocs.write=true to rewrite it").hasContent(rendered);
    }

    @Test
    void thereAreNoOthers() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(
                    Arrays.stream(Example.values()).map(example -> example.file).toList());
        }
    }
}
