package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The explanation of the routes of a node says where they lead, and why one is missing. */
class RouteExplanationTest {
    @Test
    void connectedNodeShowsItsRouteInTheTable(@TempDir Path folder) {
        try (RouteScenario scenario = scenario(folder)) {
            scenario.addNode("n1", 1);
            scenario.startController();
            scenario.awaitCondition("n1", "False RouteCreated");
            scenario.awaitQuiet();

            String text = scenario.controller().explain("n1");

            assertThat(text).startsWith("Node n1: programmed\n")
                    .contains("spec.podCIDRs", "InternalIP of its status", "in the route table\n", " -> ");
        }
    }

    @Test
    void nodeWhoseRouteAzureRefusesNamesTheWriteThatFailed(@TempDir Path folder) {
        try (RouteScenario scenario = scenario(folder)) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "routeTables", new FaultAction.Refuse(400, "SomethingWrong", "no")));
            scenario.addNode("n1", 1);
            scenario.startController();
            scenario.awaitCondition("n1", "True NoRouteCreated");

            assertThat(betweenAttempts(scenario)).startsWith("Node n1: failed, ")
                    .contains("SomethingWrong", "the next attempt", "azureccm.io/Routed", "RejectedByAzure",
                            "What to do: The message comes from Azure");
        }
    }

    @Test
    void nodeWithoutPodCidrSaysWhoGivesItOne(@TempDir Path folder) {
        try (RouteScenario scenario = scenario(folder)) {
            scenario.addNode("n1", 1, List.of());
            scenario.startController();
            scenario.awaitQuiet();

            assertThat(scenario.controller().explain("n1")).contains("it has no pod CIDR yet");
            assertThat(scenario.controller().explain("none")).startsWith("Node none: ignored, there is no such node");
        }
    }

    /** While the next attempt is under way, it waits for that one. */
    private static String betweenAttempts(RouteScenario scenario) {
        AtomicReference<String> shown = new AtomicReference<>("");
        scenario.await("a moment between two attempts", () -> {
            shown.set(scenario.controller().explain("n1"));
            return !shown.get().contains("waits for the write");
        }, shown::get);
        return shown.get();
    }

    private static RouteScenario scenario(Path folder) {
        return new RouteScenario(folder, AzureSimulator.builder().retryAfter(0), RouteControllerInProcess.QUICK,
                new ObjectMapper().createObjectNode());
    }
}
