package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the nodes hear whose routes were there before, when a write of the table for another node goes wrong. */
class RouteWriteFailureTest {
    private static final String TABLES = "routeTables";
    private static final String CONNECTED = "False RouteCreated";

    static List<FaultAction> failingOperations() {
        return List.of(new FaultAction.CancelOperation(), new FaultAction.FailOperation("InternalServerError", "no"));
    }

    @ParameterizedTest
    @MethodSource("failingOperations")
    void noNodeIsCalledConnectedWhileTheLastWriteOfTheTableHasFailed(FaultAction failing, @TempDir Path folder) {
        try (RouteScenario scenario = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scenario.azure().faults().add(Fault.on("PUT", TABLES, failing).once());
            scenario.startController();
            scenario.awaitCondition("n1", CONNECTED);
            scenario.awaitCondition("n2", CONNECTED);
            scenario.assertSound();
            assertThat(scenario.azure().faults().all().getFirst().fired()).isEqualTo(1);
        }
    }

    @Test
    void aWriteThatAzureRefusesKeepsNoOtherNodeWaiting(@TempDir Path folder) {
        try (RouteScenario scenario = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scenario.azure().faults().add(Fault.on("PUT", TABLES, new FaultAction.Refuse(400, "SomethingWrong", "no")));
            scenario.startController();
            scenario.awaitCondition("n1", CONNECTED);
            scenario.awaitCondition("n2", "True NoRouteCreated");
            scenario.assertSound();
        }
    }

    @Test
    void aWriteWhoseReplyIsLostIsReadAndNotSentAgain(@TempDir Path folder) {
        try (RouteScenario scenario = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scenario.azure().faults().add(Fault.on("PUT", TABLES, new FaultAction.ResetAfter()).once());
            scenario.startController();
            scenario.awaitCondition("n1", CONNECTED);
            scenario.awaitCondition("n2", CONNECTED);
            scenario.awaitQuiet();
            scenario.assertSound();
            assertThat(scenario.azure().faults().all().getFirst().fired()).isEqualTo(1);
            assertThat(scenario.azure().calls().counters().of("PUT", TABLES)).isEqualTo(1);
        }
    }

    private static RouteScenario tableWithTheRouteOfTheFirstOfTwoNodes(Path folder) {
        RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, new ObjectMapper().createObjectNode());
        scenario.addNode("n1", 1);
        scenario.addNode("n2", 2);
        scenario.table()
                .edit(table -> table.withObjectProperty("properties")
                        .withArrayProperty("routes")
                        .addObject()
                        .put("name", "n1____102441024")
                        .putObject("properties")
                        .put("addressPrefix", "10.244.1.0/24")
                        .put("nextHopType", "VirtualAppliance")
                        .put("nextHopIpAddress", RouteScenario.addresses(1).getFirst()));
        return scenario;
    }
}
