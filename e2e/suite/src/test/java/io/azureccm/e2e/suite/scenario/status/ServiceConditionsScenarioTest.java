package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions as users meet them: kubectl waits for them, and takes them off as the guide says. */
class ServiceConditionsScenarioTest {
    private static final Path GUIDE = Path.of("../../docs/guides/switch-over.md");

    @TempDir
    private Path folder;

    @Test
    void kubectlWaitsForAServiceAndTheGuideTakesItsConditionsOff() throws Exception {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            Path kubeconfig = scenario.api().writeKubeconfig(folder.resolve("kubeconfig"));
            scenario.apply("web");
            assertThat(
                    bash(kubeconfig, "kubectl wait --for=condition=azureccm.io/Programmed service/web --timeout=60s"))
                    .contains("service/web condition met");
            assertThat(scenario.addresses("web")).hasSize(1);
            assertThat(conditions(scenario, "web")).containsExactly("azureccm.io/Accepted True Accepted",
                    "azureccm.io/Programmed True Programmed");
            addForeignCondition(scenario);

            scenario.stopController();
            String guide = Files.readString(GUIDE);
            int begin = guide.indexOf("```bash", guide.indexOf("### Conditions of Services")) + "```bash".length();
            bash(kubeconfig, guide.substring(begin, guide.indexOf("```", begin)));
            assertThat(conditions(scenario, "web")).containsExactly("example.com/Foreign True Own");

            scenario.startController();
            scenario.awaitQuiet();
            assertThat(conditions(scenario, "web")).as("in order without them")
                    .containsExactly("example.com/Foreign True Own");
        }
    }

    @Test
    void refusalOfAzureIsShownUntilItIsMended() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            var lock = Fault.on("PUT", "publicIPAddresses",
                    new FaultAction.Refuse(409, "ScopeLocked", "the lock keep-out"));
            scenario.azure().faults().add(lock);
            scenario.apply("web");
            scenario.await("the refusal",
                    () -> conditions(scenario, "web").contains("azureccm.io/Programmed False Locked"));
            assertThat(message(scenario, "web")).contains("the lock keep-out",
                    "What to do: Remove the lock that the message names.");

            scenario.azure().faults().clear();
            scenario.awaitAddresses("web");
            assertThat(conditions(scenario, "web")).containsExactly("azureccm.io/Accepted True Accepted",
                    "azureccm.io/Programmed True Programmed");
        }
    }

    @Test
    void lastServiceThatALockKeepsTellsWhatItStillHasAndGoesWithTheLock() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            String address = scenario.addresses("web").getFirst();
            scenario.azure()
                    .faults()
                    .add(Fault.on("DELETE", "*", new FaultAction.Refuse(409, "ScopeLocked",
                            "The scope '/subscriptions/s/lb' cannot perform delete operation because following scope(s)"
                                    + " are locked: '/subscriptions/s/resourceGroups/k8s'. Please remove the lock.")));
            scenario.delete("web");
            scenario.await("the lock to be told", () -> message(scenario, "web").contains("lock"));
            assertThat(conditions(scenario, "web")).contains("azureccm.io/Programmed False RemovalFailed");
            assertThat(message(scenario, "web"))
                    .startsWith(
                            "the Service still has its frontend and rule on load balancer kubernetes, public IP kubernetes-a")
                    .contains("(" + address
                            + ") in Azure, because a lock on '/subscriptions/s/resourceGroups/k8s' prevents the"
                            + " deletion: remove the lock, and the deletion goes on");

            scenario.azure().faults().clear();
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @Test
    void accessInForceIsInTheConditionOfAServiceWhoseRangesAreIgnored() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            String ranges = "{\"service.beta.kubernetes.io/azure-allowed-ip-ranges\": \"%s\"}";
            scenario.apply("web", 80, ranges.formatted("10.0.0.1/8"));
            scenario.awaitAddresses("web");
            assertThat(conditions(scenario, "web")).contains("azureccm.io/Programmed True Programmed");
            assertThat(message(scenario, "web")).contains("\"10.0.0.1/8\"")
                    .endsWith("No range is left: ALL traffic to the Service is denied");
            assertThat(scenario.cluster().events()).anyMatch(event -> event.path("reason")
                    .asText()
                    .equals("InvalidAllowedIPRanges") && event.path("type").asText().equals("Warning"));

            scenario.apply("web", 80, ranges.formatted("10.0.0.1/8,10.1.0.0/16"));
            scenario.await("the access of today", () -> message(scenario, "web")
                    .endsWith("Allowed are \"10.1.0.0/16\"; all other traffic is denied"));
            scenario.apply("web", 80, ranges.formatted("10.1.0.0/16"));
            scenario.await("nothing to be told", () -> message(scenario, "web").isEmpty());
        }
    }

    private static void addForeignCondition(ServiceScenario scenario) {
        ObjectNode status = service(scenario, "web").withObjectProperty("status").deepCopy();
        status.withArrayProperty("conditions")
                .addObject()
                .put("type", "example.com/Foreign")
                .put("status", "True")
                .put("reason", "Own")
                .put("message", "")
                .put("lastTransitionTime", "2026-01-01T00:00:00Z");
        scenario.api().patchStatus("services", "default", "web", status);
    }

    private static List<String> conditions(ServiceScenario scenario, String name) {
        return StreamSupport.stream(service(scenario, name).at("/status/conditions").spliterator(), false)
                .map(each -> each.path("type").asText() + " " + each.path("status").asText() + " "
                        + each.path("reason").asText())
                .toList();
    }

    private static String message(ServiceScenario scenario, String name) {
        return service(scenario, name).at("/status/conditions/1/message").asText();
    }

    private static ObjectNode service(ServiceScenario scenario, String name) {
        return scenario.api().get("services", "default", name).orElseThrow();
    }

    private static String bash(Path kubeconfig, String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c",
                "command -v kubectl > /dev/null || exit 96\n" + script).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assumeTrue(process.exitValue() != 96, "kubectl is not on the PATH: install it to run this test");
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
