package io.azureccm.e2e.playground.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleFiguresTest {
    @ParameterizedTest
    @CsvSource({"0.5,50", "0.95,95", "1,100"})
    void percentileIsTheTimeAfterWhichSuchAShareHasItsAddress(double share, double expected) {
        assertThat(phase(IntStream.rangeClosed(1, 100).mapToObj(each -> (double) each).toList()).percentile(share))
                .isEqualTo(expected);
    }

    @Test
    void phaseWithoutAddressesHasADash() {
        assertThat(ScaleTable.line(new Size(10, 50), phase(List.of()))).contains("address after - / - / - s");
    }

    @Test
    void lineSaysHowMuchOfTheProcessorTimeTheRecordTook() {
        assertThat(ScaleTable.line(new Size(10, 50), phase(List.of())))
                .contains("CPU 1.0 s, 1.5 % of it for the record");
    }

    @Test
    void tableHasARowForEachPhaseWithAsManyCellsAsColumns() {
        List<String> lines = ScaleTable
                .markdown(Map.of(new Size(1000, 5000), List.of(phase(List.of(2.25)), phase(List.of()))))
                .lines()
                .toList();

        assertThat(lines).hasSize(4)
                .allSatisfy(line -> assertThat(line.chars().filter(each -> each == '|').count())
                        .isEqualTo(lines.getFirst().chars().filter(each -> each == '|').count()));
        assertThat(lines.get(2)).startsWith("| 1,000 | 5,000 | a phase | 2.3 | 2.3 | 2.3 | 7 | 3 |");
    }

    @ParameterizedTest
    @CsvSource({"10,1", "250,1", "251,2", "1000,4"})
    void thereAreAsManyLoadBalancersAsTheRulesOfANodeAskFor(int services, int balancers) {
        assertThat(new Size(services, 100).balancers()).isEqualTo(balancers);
    }

    @Test
    void chartHasADotForEachSizeAndTheLineOfProportionalGrowth() {
        String svg = new GrowthChart("Seconds",
                List.of(new GrowthChart.Line("50 nodes", List.of(new GrowthChart.Point(10, 1))),
                        new GrowthChart.Line("500 nodes", List.of(new GrowthChart.Point(10, 2),
                                new GrowthChart.Point(100, 4), new GrowthChart.Point(1000, 0.5)))))
                .svg();

        assertThat(svg.split("r=\"4\"")).hasSize(1 + 4 + 2);
        assertThat(svg).contains("class=\"same\"", ">1,000</text>", ">0.50</text>", ">50 nodes</text>")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void chartOfOneSizeHasNoLine() {
        assertThat(new GrowthChart("Seconds",
                List.of(new GrowthChart.Line("50 nodes", List.of(new GrowthChart.Point(10, 2))))).svg())
                .contains("class=\"dot c0\"")
                .doesNotContain("class=\"line", "NaN", "Infinity");
    }

    @Test
    void chartWithoutAnyValueIsEmpty() {
        assertThat(new GrowthChart("Seconds",
                List.of(new GrowthChart.Line("50 nodes", List.of(new GrowthChart.Point(10, 0))))).svg())
                .doesNotContain("class=\"dot", "NaN", "Infinity");
    }

    @Test
    void restIsTableOfCallsByCauseWithThoseBeforeTheDriftAndSaysHowLongThatWasMissed() {
        String table = ScaleTable.atRest(Map.of(new Size(1000, 5000),
                new Rest.Report(Duration.ofMinutes(60), Map.of("DriftCheck list LoadBalancer", 4L),
                        Map.of("Drift create_or_update LoadBalancer", 1L), Optional.of(Duration.ofSeconds(112)))));

        assertThat(table).contains("| 1,000 | 5,000 | 60 | Drift | create_or_update | LoadBalancer | 0 | 1 |",
                "restored after 112 s");
    }

    private static Phase phase(List<Double> addresses) {
        return new Phase("a phase", addresses, 7, 3, 0, 1, 2, 4, Duration.ofMillis(10), Duration.ofSeconds(1),
                Duration.ofMillis(15), 30, 150, 12);
    }
}
