package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.RouteControllerInProcess;
import io.azureccm.e2e.suite.harness.SuddenDeath;
import io.azureccm.route.status.NodeWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The instance that writes the route table is gone while Azure still carries out its write: the next one awaits the end of it. */
class RoutePickUpTest {
    private static final String TABLES = "routeTables";

    @TempDir
    Path folder;

    static List<Optional<FaultAction>> ends() {
        return List.of(Optional.empty(), Optional.of(new FaultAction.FailOperation("InternalServerError", "no")),
                Optional.of(new FaultAction.CancelOperation()));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void writeOfAnInstanceThatIsGoneIsAwaitedAndRepairedIfItFails(Optional<FaultAction> end) {
        AtomicBoolean dead = new AtomicBoolean();
        UnaryOperator<NodeWriter> mortal = writer -> (node, connected) -> {
            if (dead.get())
                throw new IllegalStateException("no longer the leader");
            writer.setConnected(node, connected);
        };
        try (RouteScene scene = new RouteScene(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, JsonNodeFactory.instance.objectNode());
                RouteControllerInProcess _ = scene.startController(List.of(), mortal,
                        () -> dead.get() ? Optional.of("no longer the leader") : Optional.empty(),
                        SuddenDeath.never())) {
            IntStream.rangeClosed(1, 3).forEach(i -> scene.addNode("n" + i, i));
            scene.await("routes", () -> scene.problems(List.of()));
            scene.azure()
                    .latencies(Latencies.builder().rule("PUT", TABLES, Delay.NONE, Delay.ofMillis(2_500)).build());
            end.ifPresent(action -> scene.azure().faults().add(Fault.on("PUT", TABLES, action).once()));
            scene.resetCalls();
            scene.addNode("n4", 4);
            scene.await("a write of the table that Azure carries out", () -> scene.azure().runningOperations() > 0
                    && scene.azure().calls().counters().of("PUT", TABLES) > 0);
            dead.set(true);
            scene.addNode("n5", 5);
            scene.startController();

            scene.await("routes of five nodes", () -> scene.problems(List.of()));

            assertThat(scene.routes()).hasSize(5);
            List<CallRecord> writes = scene.azure().calls().writes();
            assertThat(writes).as(scene::story).extracting(CallRecord::status).doesNotContain(409, 412, 429);
            assertThat(writes).as(scene::story).hasSize(2);
            scene.assertSound();
        }
    }
}
