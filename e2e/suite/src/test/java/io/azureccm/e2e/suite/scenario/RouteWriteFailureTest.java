package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.RouteControllerInProcess;
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
        try (RouteScene scene = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scene.azure().faults().add(Fault.on("PUT", TABLES, failing).once());
            scene.startController();
            scene.awaitCondition("n1", CONNECTED);
            scene.awaitCondition("n2", CONNECTED);
            scene.assertSound();
            assertThat(scene.azure().faults().all().getFirst().fired()).isEqualTo(1);
        }
    }

    @Test
    void aWriteThatAzureRefusesKeepsNoOtherNodeWaiting(@TempDir Path folder) {
        try (RouteScene scene = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scene.azure().faults().add(Fault.on("PUT", TABLES, new FaultAction.Refuse(400, "SomethingWrong", "no")));
            scene.startController();
            scene.awaitCondition("n1", CONNECTED);
            scene.awaitCondition("n2", "True NoRouteCreated");
            scene.assertSound();
        }
    }

    @Test
    void aWriteWhoseReplyIsLostIsReadAndNotSentAgain(@TempDir Path folder) {
        try (RouteScene scene = tableWithTheRouteOfTheFirstOfTwoNodes(folder)) {
            scene.azure().faults().add(Fault.on("PUT", TABLES, new FaultAction.ResetAfter()).once());
            scene.startController();
            scene.awaitCondition("n1", CONNECTED);
            scene.awaitCondition("n2", CONNECTED);
            scene.awaitQuiet();
            scene.assertSound();
            assertThat(scene.azure().faults().all().getFirst().fired()).isEqualTo(1);
            assertThat(scene.azure().calls().counters().of("PUT", TABLES)).isEqualTo(1);
        }
    }

    private static RouteScene tableWithTheRouteOfTheFirstOfTwoNodes(Path folder) {
        RouteScene scene = new RouteScene(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, new ObjectMapper().createObjectNode());
        scene.addNode("n1", 1);
        scene.addNode("n2", 2);
        scene.editTable(table -> table.withObjectProperty("properties")
                .withArrayProperty("routes")
                .addObject()
                .put("name", "n1____102441024")
                .putObject("properties")
                .put("addressPrefix", "10.244.1.0/24")
                .put("nextHopType", "VirtualAppliance")
                .put("nextHopIpAddress", RouteScene.addresses(1).getFirst()));
        return scene;
    }
}
