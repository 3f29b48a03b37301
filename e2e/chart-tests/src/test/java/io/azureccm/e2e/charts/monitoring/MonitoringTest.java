package io.azureccm.e2e.charts.monitoring;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.RenderedChart;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Dashboard and alerts ask for metrics that the app has, and every alert says what to do. */
class MonitoringTest extends MonitoringFixture {
    @ParameterizedTest
    @FieldSource("CHARTS")
    void nothingOfItIsThereUnlessAskedFor(String chart) {
        RenderedChart rendered = RenderedChart.of(chart);

        assertThat(rendered.objects()).extracting(object -> object.path("kind").asText())
                .doesNotContain("ServiceMonitor", "PrometheusRule", "ConfigMap");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void prometheusFindsTheMetricsOfEachPod(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, ALL_ON);
        JsonNode monitor = rendered.only("ServiceMonitor").path("spec");
        JsonNode service = rendered.only("Service");

        assertThat(monitor.at("/selector/matchLabels").properties())
                .allMatch(label -> service.at("/metadata/labels").path(label.getKey()).equals(label.getValue()));
        assertThat(monitor.at("/endpoints/0/port").asText()).isEqualTo(service.at("/spec/ports/0/name").asText());
        assertThat(monitor.at("/endpoints/0/path").asText()).isEqualTo("/metrics");
        assertThat(monitor.at("/endpoints/0/scheme").asText()).isEqualTo("https");
        assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("None");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void prometheusSaysWhoItIs(String chart) {
        assertThat(endpoint(chart, "enabled: true").path("bearerTokenFile").asText())
                .isEqualTo("/var/run/secrets/kubernetes.io/serviceaccount/token");
        JsonNode other = endpoint(chart, "enabled: true, token: {secretName: scrape}");
        assertThat(other.has("bearerTokenFile")).isFalse();
        assertThat(other.at("/authorization/credentials").toString())
                .isEqualTo("{\"name\":\"scrape\",\"key\":\"token\"}");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void prometheusMayReadTheMetricsOnceItIsNamed(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{monitoring: {serviceMonitor: {serviceAccount: {namespace: observe, name: prometheus}}}}");
        String name = "azure-" + chart + "-metrics-reader";

        assertThat(rendered.named("ClusterRole", name).path("rules").toString())
                .isEqualTo("[{\"nonResourceURLs\":[\"/metrics\"],\"verbs\":[\"get\"]}]");
        assertThat(rendered.named("ClusterRoleBinding", name).at("/subjects/0").toString())
                .contains("\"observe\"", "\"prometheus\"", "\"ServiceAccount\"");
        assertThat(RenderedChart.of(chart).all("ClusterRole")).as("for others to bind")
                .anyMatch(role -> role.at("/metadata/name").asText().equals(name));
        assertThat(RenderedChart.of(chart).all("ClusterRoleBinding"))
                .noneMatch(binding -> binding.at("/metadata/name").asText().equals(name));
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aCertificateThatTheProcessSignsForItselfIsAcceptedAndOneOfTheUserIsChecked(String chart) {
        assertThat(endpoint(chart, "enabled: true").path("tlsConfig").toString())
                .isEqualTo("{\"insecureSkipVerify\":true}");
        JsonNode given = endpoint(chart, "enabled: true", "tls: {secretName: mine}").path("tlsConfig");
        assertThat(given.has("insecureSkipVerify")).isFalse();
        assertThat(given.at("/ca/secret").toString()).isEqualTo("{\"name\":\"mine\",\"key\":\"ca.crt\"}");
        assertThat(given.path("serverName").asText()).isEqualTo("azure-" + chart + ".kube-system.svc");
        assertThat(endpoint(chart, "enabled: true, insecureSkipVerify: true", "tls: {secretName: mine}")
                .path("tlsConfig")
                .toString()).isEqualTo("{\"insecureSkipVerify\":true}");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void addressesInConditionsBeginAsThoseOfAlertsDoUnlessASettingSaysOtherwise(String chart) {
        String base = "monitoring: {alerts: {runbookBase: 'https://docs.example.com/'}}";

        assertThat(configuration(chart, "{" + base + "}")).contains("page-base: https://docs.example.com/");
        assertThat(configuration(chart, "{" + base + ", settings: {conditions: {page-base: 'https://here/'}}}"))
                .contains("page-base: https://here/")
                .doesNotContain("docs.example.com");
        assertThat(configuration(chart, "{" + base + ", settings: {conditions: {enabled: false}}}"))
                .contains("page-base: https://docs.example.com/", "enabled: false");
    }

    private static String configuration(String chart, String values) {
        return RenderedChart.with(chart, values).only("ConfigMap").at("/data/application.yml").asText();
    }

    /** What the port asks the cluster about whoever asks the port. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void theControllerMayAskWhoAsksItsPort(String chart) {
        RenderedChart rendered = RenderedChart.of(chart);
        JsonNode reviews = rendered.named("ClusterRoleBinding", "azure-" + chart + "-auth-delegator");
        JsonNode authorities = rendered.named("RoleBinding", "azure-" + chart + "-authentication-reader");

        assertThat(reviews.at("/roleRef/name").asText()).isEqualTo("system:auth-delegator");
        assertThat(authorities.at("/metadata/namespace").asText()).isEqualTo("kube-system");
        assertThat(authorities.at("/roleRef/name").asText()).isEqualTo("extension-apiserver-authentication-reader");
        assertThat(List.of(reviews, authorities))
                .allMatch(binding -> binding.at("/subjects/0/name").asText().equals("azure-" + chart));
    }

    /** A dry run leads nothing, and nobody should be woken for it. */
    @ParameterizedTest
    @FieldSource("CHARTS")
    void aDryRunIsNotExpectedToLead(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{dryRun: true, monitoring: {skipApiCheck: true, alerts: {enabled: true}}}");

        assertThat(stream(rendered.only("PrometheusRule").at("/spec/groups/0/rules"))
                .map(alert -> alert.path("alert").asText())).doesNotContain("AzureControllerWithoutLeader")
                .contains("AzureControllerSeveralLeaders", "AzureControllerStalled");
    }

    private static JsonNode endpoint(String chart, String... values) {
        return RenderedChart
                .with(chart, "{monitoring: {skipApiCheck: true, serviceMonitor: {" + values[0] + "}}"
                        + (values.length > 1 ? ", " + values[1] : "") + "}")
                .only("ServiceMonitor")
                .at("/spec/endpoints/0");
    }
}
