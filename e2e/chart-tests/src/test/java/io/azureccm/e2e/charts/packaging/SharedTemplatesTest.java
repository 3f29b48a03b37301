package io.azureccm.e2e.charts.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.charts.Charts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The three charts are one chart, but for what is said to be a chart's own: a change is made in all of them. */
class SharedTemplatesTest {
    static final List<String> OTHERS = Charts.ALL.subList(1, 3);
    private static final String FIRST = Charts.ALL.getFirst();
    /** Values that only one chart has. */
    private static final Map<String, Set<String>> OWN = Map.of("node-controller", Set.of("agent"),
            "service-controller", Set.of("resourceLease", "admission"), "route-controller", Set.of());
    /** Values whose defaults differ, since each controller has its port, its lease and its network. */
    private static final Set<String> DIFFERENT = Set.of("port", "healthPort", "leaderElection", "waitForLeases",
            "hostNetwork");

    @ParameterizedTest
    @FieldSource("OTHERS")
    void templatesOutsideOfOwnAreTheSameInAllCharts(String chart) {
        assertThat(shared(chart, "templates")).isNotEmpty().isEqualTo(shared(FIRST, "templates"));
        assertThat(shared(chart, "files")).isNotEmpty().isEqualTo(shared(FIRST, "files"));
    }

    @Test
    void alertsAndPanelsAboutPlansAreTheSameWhereThereArePlans() {
        for (String file : List.of("files/plans-alerts.yaml", "files/plans-dashboard.yaml")) {
            assertThat(Charts.texts("service-controller", "files").get(file)).isNotEmpty()
                    .isEqualTo(Charts.texts("route-controller", "files").get(file));
        }
    }

    @ParameterizedTest
    @FieldSource("OTHERS")
    void valuesOfAllChartsMeanTheSame(String chart) {
        ObjectNode schema = properties(chart);
        ObjectNode first = properties(FIRST);
        assertThat(schema).isEqualTo(first);
        assertThat(Charts.schema(chart).path("$defs")).isEqualTo(Charts.schema(FIRST).path("$defs"));
    }

    @ParameterizedTest
    @FieldSource("OTHERS")
    void defaultsAreTheSameWhereNothingSpeaksAgainstIt(String chart) {
        assertThat(defaults(chart)).isEqualTo(defaults(FIRST));
    }

    @ParameterizedTest
    @FieldSource("OTHERS")
    void aChartHasNoValuesOfItsOwnThatAreNotKnownHere(String chart) {
        Set<String> more = names(Charts.values(chart));
        more.removeAll(names(Charts.values(FIRST)));
        assertThat(more).isEqualTo(OWN.get(chart));
    }

    private static Map<String, String> shared(String chart, String below) {
        return Charts.texts(chart, below)
                .entrySet()
                .stream()
                .filter(file -> !file.getKey().contains("/own") && !file.getKey().contains("/plans-"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static ObjectNode properties(String chart) {
        return Charts.schema(chart).path("properties").<ObjectNode>deepCopy().remove(OWN.get(chart));
    }

    private static ObjectNode defaults(String chart) {
        return Charts.values(chart).<ObjectNode>deepCopy().remove(OWN.get(chart)).remove(DIFFERENT);
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
