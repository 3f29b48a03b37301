package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The explanation of a Service says where it is, what it waits for and what its user has to change. */
class ServiceExplanationTest {
    private static final String IDLE = "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout";

    @TempDir
    Path folder;

    @Test
    void programmedServiceNamesWhatItHasInAzureAndWhereItsSettingsComeFrom() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("web", 80, "{\"" + IDLE + "\": \"10\"}");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            String address = scenario.addresses("web").getFirst();

            String text = scenario.controller().explain("default/web");

            assertThat(text).startsWith("Service default/web: programmed, at " + address + "\n")
                    .doesNotContain("waits for");
            assertThat(line(text, "idle timeout")).contains("10 min").endsWith(IDLE);
            assertThat(line(text, "exposure")).contains("external").endsWith("default");
            assertThat(line(text, "load balancer")).contains("kubernetes");
            assertThat(line(text, "public IP")).contains(address).endsWith("created by the controller for default/web");
            assertThat(line(text, "rule")).contains("80 -> ").contains("pool kubernetes");
            assertThat(line(text, "pool")).contains("2 members: ");
            assertThat(line(text, "security rule")).contains("from Internet");
            assertThat(line(text, "in the status")).endsWith(address);
        }
    }

    @Test
    void refusedServiceNamesTheAnnotationAndWhatWouldBeRight() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("web", 80, "{\"" + IDLE + "\": \"900\"}");
            scenario.await("the refusal", () -> scenario.controller().explain("default/web").contains(": refused"));

            String text = scenario.controller().explain("default/web");

            assertThat(text).startsWith("Service default/web: refused, ").contains(IDLE, "900");
            assertThat(text).contains("mistakes\n");
        }
    }

    @Test
    void failedServiceNamesTheWriteThatFailedAndWhenItIsTriedAgain() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "not this one")));
            scenario.apply("web");
            AtomicReference<String> shown = new AtomicReference<>();
            // While the write is tried again there is no time.
            scenario.await("the failure and the time of the next attempt", () -> {
                shown.set(scenario.controller().explain("default/web"));
                return shown.get().contains(": failed") && shown.get().contains("until 20");
            });

            String text = shown.get();
            assertThat(text).contains("AuthorizationFailed", "waits for\n");
            assertThat(line(text, "the next attempt")).contains("publicIPAddresses/").contains("until 20");
            assertThat(line(text, "in the status")).endsWith("none");
        }
    }

    @Test
    void serviceThatIsNotOursIsSaidToBeSo() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.awaitQuiet();

            assertThat(scenario.controller().explain("default/none")).startsWith("Service default/none: ignored, ")
                    .contains("loadBalancerClass");
        }
    }

    private static String line(String text, String what) {
        return text.lines().filter(line -> line.strip().startsWith(what + " ")).findFirst().orElse("no line " + what);
    }
}
