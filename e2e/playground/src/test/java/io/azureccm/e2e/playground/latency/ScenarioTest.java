package io.azureccm.e2e.playground.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetLimit;
import io.azureccm.common.resilience.budget.BudgetLimits;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lower bound for any controller, for each scenario of the latency benchmark. */
class ScenarioTest {
    private static final SlowAzure AZURE = SlowAzure.DEFAULT;
    private static final WritePace PACE = new WritePace(BudgetSettings.of(App.SERVICE));

    @Test
    void singleServiceTakesItsPublicIpAndThenTheSlowerOfLoadBalancerAndSecurityGroup() {
        assertThat(limit(Scenario.oneMore(AZURE))).isEqualTo(Duration.ofSeconds(3));
        assertThat(limit(Scenario.firstOfMany(AZURE, 280))).isEqualTo(Duration.ofSeconds(3));
        SlowAzure slowSecurityGroup = new SlowAzure(AZURE.publicIp(), AZURE.loadBalancer(), Duration.ofSeconds(7),
                AZURE.scaleSet(), AZURE.machine(), AZURE.routeTable(), AZURE.read());
        assertThat(limit(Scenario.oneMore(slowSecurityGroup))).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void machineOfAJoiningNodeIsNotWaitedFor() {
        assertThat(limit(Scenario.besideJoiningNode(AZURE))).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void deletionTakesTheLoadBalancerAndThenThePublicIp() {
        assertThat(limit(Scenario.deleted(AZURE))).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void firstServicesOfAPoolWaitForScaleSetAndMachines() {
        assertThat(limit(Scenario.burst(AZURE, 30, 5, PACE))).isEqualTo(Duration.ofSeconds(16));
    }

    @Test
    void veryManyServicesTakeTheTimeInWhichTheBudgetLetsTheirPublicIpsGo() {
        assertThat(limit(Scenario.allOfMany(AZURE, 280, PACE))).isEqualTo(Duration.ofSeconds(34));
        WritePace twiceTheRate = pace(new BudgetLimit(20, 80));
        assertThat(limit(Scenario.allOfMany(AZURE, 280, twiceTheRate))).isEqualTo(Duration.ofSeconds(13));
        WritePace noShortage = pace(new BudgetLimit(20, 280));
        assertThat(limit(Scenario.allOfMany(AZURE, 280, noShortage))).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void limitScalesWithTheLatencies() {
        assertThat(limit(Scenario.burst(AZURE.scaled(0.1), 30, 5, PACE))).isEqualTo(Duration.ofMillis(1600));
    }

    @Test
    void criticalPathIsToldInWords() {
        assertThat(Scenario.deleted(AZURE).path().text())
                .isEqualTo("(load balancer 2.0 s, then public IP 1.0 s) beside security group 1.5 s");
        assertThat(Scenario.allOfMany(AZURE, 280, PACE).path().text()).startsWith(
                "280 public IPs 1.0 s (the budget has a call for the last after 31.0 s), then load balancer 2.0 s");
    }

    private static Duration limit(Scenario scenario) {
        return scenario.path().time();
    }

    private static WritePace pace(BudgetLimit writes) {
        return new WritePace(new BudgetSettings(true, new BudgetSettings.Shares(1, 1), 0, Duration.ofMinutes(1),
                BudgetLimits.DOCUMENTED.with(Map.of("arm-writes", writes))));
    }
}
