package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.controller.CrashPoint;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.route.status.ConditionWriter;
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
        UnaryOperator<ConditionWriter> mortal = writer -> (node, conditions) -> {
            if (dead.get())
                throw new IllegalStateException("no longer the leader");
            writer.write(node, conditions);
        };
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, JsonNodeFactory.instance.objectNode());
                RouteControllerInProcess _ = scenario.startController(List.of(), mortal,
                        () -> dead.get() ? Optional.of("no longer the leader") : Optional.empty(),
                        CrashPoint.never())) {
            IntStream.rangeClosed(1, 3).forEach(i -> scenario.addNode("n" + i, i));
            scenario.await("routes", () -> scenario.problems(List.of()));
            scenario.azure()
                    .latencies(Latencies.builder().rule("PUT", TABLES, Delay.NONE, Delay.ofMillis(2_500)).build());
            end.ifPresent(action -> scenario.azure().faults().add(Fault.on("PUT", TABLES, action).once()));
            scenario.resetCalls();
            scenario.addNode("n4", 4);
            scenario.await("a write of the table that Azure carries out", () -> scenario.azure().runningOperations() > 0
                    && scenario.azure().calls().counters().of("PUT", TABLES) > 0);
            dead.set(true);
            scenario.addNode("n5", 5);
            scenario.startController();

            scenario.await("routes of five nodes", () -> scenario.problems(List.of()));

            assertThat(scenario.routes()).hasSize(5);
            List<CallRecord> writes = scenario.azure().calls().writes();
            assertThat(writes).as(scenario::story).extracting(CallRecord::status).doesNotContain(409, 412, 429);
            assertThat(writes).as(scenario::story).hasSize(2);
            scenario.assertSound();
        }
    }
}
