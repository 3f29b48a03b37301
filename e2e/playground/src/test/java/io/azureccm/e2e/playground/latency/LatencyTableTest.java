package io.azureccm.e2e.playground.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.playground.latency.Measured.Run;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the latency benchmark prints about its figures. */
class LatencyTableTest {
    private static final SlowAzure AZURE = SlowAzure.DEFAULT;
    private static final WritePace PACE = new WritePace(BudgetSettings.of(App.SERVICE));

    @Test
    void mediansOfTimesAndReadsCountAndTheMostWritesOfAnyRun() {
        assertThat(lines(measured(Scenario.oneMore(AZURE), run(3.5, 2, 3), run(9, 7, 4), run(3.3, 9, 3))).get(1))
                .isEqualTo(
                        "one more Service                             3.50   3.00  1.17  1.25     7      4      2  missed: reads, writes");
        assertThat(lines(measured(Scenario.deleted(AZURE), run(3, 6, 3), run(4, 6, 3))).get(1))
                .contains("   3.50   3.00  1.17 ");
    }

    @Test
    void everyMissedAimIsNamedAndNoneThatIsMet() {
        assertThat(verdict(measured(Scenario.oneMore(AZURE), run(3.75, 6, 3)))).isEqualTo("met");
        assertThat(verdict(measured(Scenario.oneMore(AZURE), run(3.76, 7, 4)))).isEqualTo(
                "missed: ratio, reads, writes");
        assertThat(verdict(measured(Scenario.firstOfMany(AZURE, 280), run(8.1, 90, 284)))).isEqualTo(
                "missed: seconds");
        Run manySharedWrites = new Run(Duration.ofSeconds(35), calls(10, 293, 7, 6));
        assertThat(verdict(measured(Scenario.allOfMany(AZURE, 280, PACE), manySharedWrites)))
                .isEqualTo("missed: LB+NSG");
    }

    @Test
    void tableFitsIn120Columns() {
        List<String> lines = lines(measured(Scenario.oneMore(AZURE), run(500, 10_000, 10_000)),
                measured(Scenario.besideJoiningNode(AZURE), run(500, 10_000, 10_000)),
                measured(Scenario.burst(AZURE, 200, 100, PACE), run(500, 10_000, 10_000)),
                measured(Scenario.firstOfMany(AZURE, 280), run(500, 10_000, 10_000)),
                measured(Scenario.allOfMany(AZURE, 280, PACE), run(500, 10_000, 10_000)));
        assertThat(lines).allMatch(line -> line.length() <= 120);
        assertThat(lines).anyMatch(line -> line.contains("280 Services at once: all addresses: 280 public IPs 1.0 s"));
    }

    @Test
    void programsGetEveryRunTheLimitAndWhatBecameOfEachAim() throws Exception {
        JsonNode scenario = new ObjectMapper()
                .readTree(new LatencyTable(List.of(measured(Scenario.oneMore(AZURE), run(6, 6, 3), run(5, 7, 3))))
                        .json())
                .at("/scenarios/0");
        assertThat(scenario.path("medianSeconds").asDouble()).isEqualTo(5.5);
        assertThat(scenario.path("limitSeconds").asDouble()).isEqualTo(3);
        assertThat(scenario.at("/runs/1/reads").asInt()).isEqualTo(7);
        assertThat(scenario.at("/runs/1/calls/byVerbAndType/PUT loadBalancers").asInt()).isEqualTo(1);
        assertThat(scenario.path("aims").findValuesAsText("met")).containsExactly("false", "false", "true");
    }

    private static Measured measured(Scenario scenario, Run... runs) {
        return new Measured(scenario, Arrays.asList(runs));
    }

    private static Run run(double seconds, int reads, int writes) {
        return new Run(Duration.ofMillis(Math.round(seconds * 1000)), calls(reads, writes, 1, 1));
    }

    private static Counters calls(int reads, int writes, int loadBalancer, int securityGroup) {
        return new Counters(reads, writes, 0, 0, 0, 0, 0,
                Map.of("PUT loadBalancers", loadBalancer, "PUT networkSecurityGroups", securityGroup));
    }

    private static List<String> lines(Measured... rows) {
        return new LatencyTable(List.of(rows)).text().lines().toList();
    }

    private static String verdict(Measured row) {
        return lines(row).get(1).replaceFirst(".*\\d  (?=met|missed)", "");
    }
}
