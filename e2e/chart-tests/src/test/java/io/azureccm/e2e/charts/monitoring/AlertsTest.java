package io.azureccm.e2e.charts.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each alert of the charts fires over series that it is for, and not over series that differ from these in what matters. */
class AlertsTest {
    private static final int END = 120;

    static Stream<Arguments> alerts() {
        return Charts.ALL.stream()
                .flatMap(chart -> RenderedChart.stream(RenderedChart
                        .with(chart, "{monitoring: {skipApiCheck: true, alerts: {enabled: true}}}")
                        .only("PrometheusRule")
                        .at("/spec/groups/0/rules"))
                        .map(alert -> Arguments.of(chart, alert.path("alert").asText(), alert)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("alerts")
    void firesOverSeriesThatItIsForAndNotOverOthers(String chart, String name, JsonNode alert) {
        JsonNode table = table().path(name);

        assertThat(fires(alert, series(table.path("fires"), chart))).as("fires").isTrue();
        assertThat(fires(alert, series(table.path("quiet"), chart))).as("quiet").isFalse();
        assertThat(fires(alert, series(table.path("fires"), "another"))).as("over series of another job")
                .isEqualTo(name.equals("AzureControllerWithoutLeader"));
    }

    @Test
    void theTableIsOfTheAlertsThatThereAre() {
        assertThat(table().propertyStream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(
                        alerts().map(each -> (String) each.get()[1]).distinct().toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\'', textBlock = """
            a{} > 2                                   ; {x=2}=3.0
            a{x!="1"}                                 ; {x=2}=3.0
            a{x=~"1|3"}                               ; {x=1}=1.0
            sum(a{})                                  ; {}=4.0
            max by (x) (a{})                          ; {x=1}=1.0 {x=2}=3.0
            a{} / b{}                                 ; {x=1}=0.5
            sum(a{}) / sum(b{})                       ; {}=2.0
            a{} and b{}                               ; {x=1}=1.0
            a{} unless b{}                            ; {x=2}=3.0
            a{} unless ignoring (x) b{}               ;
            absent(a{} == 7)                          ; {}=1.0
            absent(a{} == 1)                          ;
            increase(c{}[3m])                         ; {}=9.0
            rate(c{}[3m]) > 0.02                      ; {}=0.05
            changes(c{}[4m])                          ; {}=2.0
            max_over_time(c{}[4m])                    ; {}=9.0
            histogram_quantile(0.5, sum by (le) (d{})) ; {}=1.25
            """)
    void expressionsMeanWhatTheyDoInPrometheus(String text, String expected) {
        List<Series> series = Stream.of(Series.of("a{x=\"1\"}", "1x9", "j"), Series.of("a{x=\"2\"}", "3x9", "j"),
                Series.of("b{x=\"1\"}", "2x9", "j"), Series.of("c", "9 9 4 9", "j"),
                Series.of("d{le=\"1\"}", "2x9", "j"),
                Series.of("d{le=\"2\"}", "6x9", "j"), Series.of("d{le=\"+Inf\"}", "6x9", "j")).map(each -> {
                    each.labels().remove("job");
                    return each;
                }).toList();

        assertThat(PromQl.of(text, series).at(3).stream().map(each -> each.labels() + "=" + each.value()))
                .containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {"avg(a{})", "a{} > b{}", "a{} )", "rate(a{})", "a ~ 1"})
    void whatIsNotUnderstoodIsAnError(String text) {
        assertThatThrownBy(() -> PromQl.of(text, List.of())).isInstanceOf(RuntimeException.class);
    }

    /** True if at some minute an element of its vector has been there for as long as the alert waits. */
    private static boolean fires(JsonNode alert, List<Series> series) {
        PromQl.Expression expression = PromQl.of(alert.path("expr").asText(), series);
        int pause = PromQl.minutes(alert.path("for").asText());
        Map<Map<String, String>, Integer> since = new HashMap<>();
        int end = series.stream().mapToInt(each -> each.values().size()).max().orElse(END);
        for (int minute = 0; minute < end; minute++) {
            int now = minute;
            List<Map<String, String>> active = expression.at(minute).stream().map(PromQl.Sample::labels).toList();
            since.keySet().retainAll(active);
            active.forEach(labels -> since.putIfAbsent(labels, now));
            if (since.values().stream().anyMatch(from -> now - from >= pause))
                return true;
        }
        return false;
    }

    private static List<Series> series(JsonNode table, String chart) {
        assertThat(table).as("series for the alert in alerts.yaml").isNotEmpty();
        return table.propertyStream()
                .map(each -> Series.of(each.getKey(), each.getValue().asText(), "azure-" + chart))
                .toList();
    }

    private static JsonNode table() {
        try (InputStream file = AlertsTest.class.getResourceAsStream("/alerts.yaml")) {
            return Charts.YAML.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
