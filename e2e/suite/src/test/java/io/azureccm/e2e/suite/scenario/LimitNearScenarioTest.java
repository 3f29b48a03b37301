package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.Limits.Row;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quota of public IPs of the subscription, which is used by others, too, becomes short. */
class LimitNearScenarioTest {
    @TempDir
    Path folder;

    @Test
    void quotaOfPublicIpsThatIsNearlyUsedUpIsAnEventAndAMetric() {
        ScenarioSetup setup = ScenarioSetup.of(1)
                .azure(AzureSimulator.builder().limits(Limits.azureDefault().with(Row.PUBLIC_IP_ADDRESSES, 2)))
                .timing(ServiceScenario.QUICK.readingQuotasAfter(Duration.ofSeconds(3)));
        try (ServiceScenario scenario = ServiceScenario.play(folder, setup)) {
            scenario.apply("web");
            scenario.apply("api", 81, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.await("the event", () -> near(scenario).contains("LimitNear"));
            scenario.awaitQuiet();

            assertThat(near(scenario)).contains("PublicIPAddresses: public-ips 2 of 2. At the quota Azure refuses new"
                    + " public IPs in the region");
            assertThat(scenario.controller()
                    .meters()
                    .get("controller.headroom.used")
                    .tags("limit", "public-ips", "resource", "PublicIPAddresses")
                    .gauge()
                    .value()).isEqualTo(2);
        }
    }

    private static String near(ServiceScenario scenario) {
        return scenario.api()
                .list("events", "kube-system")
                .stream()
                .filter(event -> event.path("reason").asText().equals("LimitNear"))
                .map(Object::toString)
                .toList()
                .toString();
    }
}
