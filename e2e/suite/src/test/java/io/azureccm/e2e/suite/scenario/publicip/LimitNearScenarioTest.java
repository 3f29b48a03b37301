package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.Limits.Row;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quota of public IPs of the subscription, which is used by others, too, becomes short. */
class LimitNearScenarioTest {
    private static final String USED_UP = "PublicIPAddresses: public-ips 2 of 2";

    private static final ServiceTiming QUOTAS_SOON = new ServiceTiming(ServiceScenario.QUICK.idleWindow(),
            ServiceScenario.QUICK.maxAge(), ServiceScenario.QUICK.retryBase(), ServiceScenario.QUICK.retryCap(),
            ServiceScenario.QUICK.driftPeriod(), ServiceScenario.QUICK.addressWait(), Duration.ofSeconds(3));

    @TempDir
    Path folder;

    @Test
    void quotaOfPublicIpsThatIsNearlyUsedUpIsOneEventAndAMetricAndInTheLastLineOfThePlansAfterIt() {
        ScenarioSetup setup = ScenarioSetup.of(1)
                .azure(AzureSimulator.builder().limits(Limits.azureDefault().with(Row.PUBLIC_IP_ADDRESSES, 2)))
                .timing(QUOTAS_SOON);
        try (ServiceScenario scenario = ServiceScenario.play(folder, setup)) {
            scenario.apply("web");
            scenario.apply("api", 81, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.await("the event", () -> !near(scenario).isEmpty());
            scenario.apply("web", 8080, "{}");
            scenario.await("the plan", () -> lastLine(scenario).contains("near a limit: "));
            scenario.awaitQuiet();
            scenario.apply("web", 8081, "{}");
            scenario.await("the next plan", () -> scenario.controller().log().contains("TCP-8081"));
            scenario.awaitQuiet();

            assertThat(lastLine(scenario)).contains(USED_UP);
            assertThat(near(scenario)).singleElement().satisfies(event -> {
                assertThat(event.path("message").asText())
                        .isEqualTo(USED_UP + ". At the quota, Azure refuses new public IPs in the region");
                assertThat(event.path("count").asInt(1)).isEqualTo(1);
            });
            assertThat(scenario.controller()
                    .meters()
                    .get("controller.headroom.used")
                    .tags("limit", "public-ips", "resource", "PublicIPAddresses")
                    .gauge()
                    .value()).isEqualTo(2);
        }
    }

    /** Of the last plan that was printed. */
    private static String lastLine(ServiceScenario scenario) {
        return scenario.controller()
                .log()
                .lines()
                .filter(line -> line.startsWith("  calls: "))
                .reduce("", (before, last) -> last);
    }

    /** The events about the count of all public IPs; Azure counts some kinds apart. */
    private static List<? extends JsonNode> near(ServiceScenario scenario) {
        return scenario.api()
                .list("events", "kube-system")
                .stream()
                .filter(event -> event.path("reason").asText().equals("LimitNear"))
                .filter(event -> event.path("message").asText(event.path("note").asText()).startsWith(USED_UP))
                .toList();
    }
}
