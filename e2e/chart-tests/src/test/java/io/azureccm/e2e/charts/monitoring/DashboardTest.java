package io.azureccm.e2e.charts.monitoring;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
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

/** Alerts and panels ask for metrics that the app has, and say what to do. */
class DashboardTest extends MonitoringFixture {
    /** Labels that Prometheus puts on by itself. */
    private static final Set<String> SCRAPED = Set.of("cluster", "job", "pod", "le");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

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

    /** Names and severities by the sections of the page. */
    private static Set<String> sections() {
        try {
            Set<String> sections = new TreeSet<>();
            Pattern.compile("## (Azure\\w+)\\n\\n\\*(\\w+)[,;.]")
                    .matcher(Files.readString(Charts.repository().resolve("docs/guides/alerts.md")))
                    .results()
                    .forEach(found -> sections.add(found.group(1) + " " + found.group(2)));
            return sections;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
