package io.azureccm.e2e.charts.monitoring;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Dashboard and alerts ask for metrics that the app has, and every alert says what to do. */
class MonitoringTest {
    static final List<String> CHARTS = Charts.ALL;
    private static final String ALL_ON = "{monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true}, alerts: "
            + "{enabled: true, runbookBase: 'https://docs.example.com/'}, dashboard: {enabled: true}}}";
    /** Labels that Prometheus puts on by itself. */
    private static final Set<String> SCRAPED = Set.of("cluster", "job", "pod", "le");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

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

    @ParameterizedTest
    @FieldSource("CHARTS")
    void queriesAskForMetricsAndLabelsThatTheAppHas(String chart) {
        MetricsPage page = MetricsPage.read();
        List<String> wrong = new ArrayList<>();
        for (Query query : queries(chart)) {
            if (!query.problem().isEmpty())
                wrong.add(query.text() + ": " + query.problem());
            for (String series : query.series()) {
                page.of(series)
                        .filter(metric -> metric.apps().contains(chart))
                        .ifPresentOrElse(metric -> wrong.addAll(problems(query, series, metric)),
                                () -> wrong.add(series + " is no metric of the " + chart));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> problems(Query query, String series, MetricsPage.Metric metric) {
        List<String> wrong = new ArrayList<>();
        Set<String> labels = new TreeSet<>(query.selected(series));
        if (!labels.contains("job"))
            wrong.add(series + " is asked for of all jobs");
        labels.removeAll(SCRAPED);
        labels.removeAll(metric.labels());
        if (!labels.isEmpty())
            wrong.add(series + " has no labels " + labels);
        if (query.rated().contains(series) && !metric.rises(series))
            wrong.add(series + " is no counter, so that its rate means nothing");
        if (metric.section().equals("Under the names of the reference"))
            wrong.add(series + " can be switched off");
        return wrong;
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void resultsAreGroupedByLabelsThatTheirMetricsHave(String chart) {
        MetricsPage page = MetricsPage.read();
        assertThat(queries(chart)).allSatisfy(query -> {
            Set<String> known = new TreeSet<>(SCRAPED);
            query.series().forEach(series -> page.of(series).ifPresent(metric -> known.addAll(metric.labels())));
            assertThat(known).as(query.text()).containsAll(query.grouped());
        });
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyAlertSaysWhatItMeansAndLinksToWhatToDo(String chart) {
        Set<String> sections = sections();
        for (JsonNode alert : alerts(chart)) {
            String name = alert.path("alert").asText();
            assertThat(alert.at("/labels/severity").asText()).as(name).isIn("critical", "warning", "info");
            assertThat(alert.path("for").asText()).as(name).matches("\\d+[mh]");
            assertThat(alert.at("/annotations/summary").asText()).as(name).isNotEmpty().doesNotEndWith(".");
            assertThat(alert.at("/annotations/description").asText()).as(name).endsWith(".");
            assertThat(alert.at("/annotations/runbook_url").asText())
                    .isEqualTo("https://docs.example.com/docs/guides/alerts.md#" + name.toLowerCase());
            assertThat(sections).contains(name + " " + alert.at("/labels/severity").asText());
        }
    }

    @Test
    void thePageOfAlertsHasNoOthers() {
        Set<String> alerts = new TreeSet<>();
        Charts.ALL.forEach(chart -> alerts(chart).forEach(alert -> alerts
                .add(alert.path("alert").asText() + " " + alert.at("/labels/severity").asText())));

        assertThat(sections()).isEqualTo(alerts);
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theDashboardIsOneThatGrafanaShows(String chart) {
        JsonNode dashboard = dashboard(chart);

        assertThat(dashboard.path("uid").asText()).isEqualTo("azureccm-" + chart);
        assertThat(stream(dashboard.at("/templating/list")).map(variable -> variable.path("name").asText()))
                .containsExactly("datasource", "cluster", "job");
        assertThat(dashboard.at("/templating/list/2/current/value").asText()).isEqualTo("azure-" + chart);
        List<JsonNode> panels = stream(dashboard.path("panels")).toList();
        assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
        assertThat(panels).extracting(panel -> panel.path("title").asText()).doesNotHaveDuplicates();
        Set<String> cells = new TreeSet<>();
        for (JsonNode panel : panels) {
            JsonNode place = panel.path("gridPos");
            assertThat(place.path("x").asInt() + place.path("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(cells.add((place.path("x").asInt() + x) + "," + (place.path("y").asInt() + y)))
                            .as("panels do not lie on each other")
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theDashboardAnswersTheQuestionsOfAnOperatorInOrderNumbersFirst(String chart) {
        List<String> questions = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        for (JsonNode panel : dashboard(chart).path("panels")) {
            if (panel.path("type").asText().equals("row")) {
                questions.add(panel.path("title").asText());
                kinds.clear();
            } else {
                kinds.add(panel.path("type").asText());
                assertThat(kinds).as(panel.path("title").asText())
                        .isSortedAccordingTo(Comparator.comparing(List.of("stat", "table", "timeseries")::indexOf));
            }
        }
        assertThat(questions).containsExactly("Is anything wrong?", "What is waiting, and for what?",
                "What was written?", "How near are limits?", "Details");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyQueryOfTheDashboardIsOfTheChosenClusterAndJob(String chart) {
        dashboard(chart).path("panels").findValuesAsText("expr").forEach(expr -> {
            Query query = new Query(expr);
            assertThat(query.problem()).as(expr).isEmpty();
            query.series().forEach(series -> assertThat(query.selected(series)).as(expr).contains("cluster", "job"));
        });
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyPanelIsExplainedAndItsLegendNamesLabelsThatResultsHave(String chart) {
        MetricsPage page = MetricsPage.read();
        stream(dashboard(chart).path("panels")).filter(panel -> !panel.path("type").asText().equals("row"))
                .forEach(panel -> {
                    assertThat(panel.path("description").asText()).as(panel.path("title").asText()).endsWith(".");
                    assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
                    stream(panel.path("targets")).forEach(target -> {
                        Query query = new Query(target.path("expr").asText());
                        Set<String> labels = new TreeSet<>(query.grouped());
                        if (!query.text().contains("sum") && !query.text().contains("max("))
                            query.series()
                                    .forEach(series -> page.of(series)
                                            .ifPresent(metric -> labels.addAll(metric.labels())));
                        if (labels.isEmpty() || !query.text().matches("(sum|max|min|histogram_quantile).*"))
                            labels.add("pod");
                        assertThat(labels).as(query.text())
                                .containsAll(LEGEND.matcher(target.path("legendFormat").asText())
                                        .results()
                                        .map(found -> found.group(1))
                                        .toList());
                    });
                });
    }

    private static List<Query> queries(String chart) {
        List<Query> queries = new ArrayList<>();
        alerts(chart).forEach(alert -> queries.add(new Query(alert.path("expr").asText())));
        dashboard(chart).path("panels").findValuesAsText("expr").forEach(expr -> queries.add(new Query(expr)));
        assertThat(queries).hasSizeGreaterThan(25);
        return queries;
    }

    private static List<JsonNode> alerts(String chart) {
        return stream(RenderedChart.with(chart, ALL_ON).only("PrometheusRule").at("/spec/groups/0/rules")).toList();
    }

    private static JsonNode dashboard(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, ALL_ON);
        JsonNode map = rendered.named("ConfigMap", "azure-" + chart + "-dashboard");
        assertThat(map.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
        try {
            return new ObjectMapper().readTree(map.path("data").path(chart + ".json").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names and severities by the sections of the page. */
    private static Set<String> sections() {
        try {
            Set<String> sections = new TreeSet<>();
            Pattern.compile("## (Azure\\w+)\\n\\n\\*(\\w+), ")
                    .matcher(Files.readString(Charts.repository().resolve("docs/guides/alerts.md")))
                    .results()
                    .forEach(found -> sections.add(found.group(1) + " " + found.group(2)));
            return sections;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
