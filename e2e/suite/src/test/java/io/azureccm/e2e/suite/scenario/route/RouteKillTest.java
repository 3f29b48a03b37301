package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.controller.CrashPoint.When;
import io.azureccm.e2e.suite.harness.controller.CrashPoint;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.route.status.ConditionWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The route controller is killed at every write it makes: before it, right after it, and while Azure carries it out. The next
 * instance brings table and conditions to what the nodes ask for, and no condition is ever better than the table.
 */
@Order(1)
class RouteKillTest {
    private static final String TABLE = "PUT routeTables";
    private static final String CONDITION = "condition";

    @TempDir
    Path folder;

    /** What changes while an instance works that will die; before, three nodes have their routes. */
    enum Change {
        firstTable(scenario -> {
            scenario.cluster().removeNode("n1");
            scenario.cluster().removeNode("n2");
            scenario.cluster().removeNode("n3");
            scenario.await("an empty table", () -> scenario.problems(List.of()));
            scenario.table().detach();
        }, scenario -> scenario.addNode("n4", 4)),

        nodeComes(scenario -> {}, scenario -> scenario.addNode("n4", 4)),

        nodeMoves(scenario -> {}, scenario -> scenario.moveNode("n2", RouteScenario.addresses(77))),

        nodeGoes(scenario -> {}, scenario -> scenario.cluster().removeNode("n1"));

        private final Consumer<RouteScenario> before;
        private final Consumer<RouteScenario> change;

        Change(Consumer<RouteScenario> before, Consumer<RouteScenario> change) {
            this.before = before;
            this.change = change;
        }
    }

    static Stream<Arguments> crashPoints() {
        return Stream.of(Change.values())
                .flatMap(change -> (change == Change.nodeGoes || change == Change.nodeMoves
                        ? Stream.of(TABLE)
                        : Stream.of(TABLE, CONDITION))
                        .flatMap(write -> Stream.of(When.values())
                                .map(when -> Arguments.of(change, CrashPoint.at(write, when)))));
    }

    @ParameterizedTest
    @MethodSource("crashPoints")
    void nextInstanceLeavesWhatTheNodesAskFor(Change change, CrashPoint crashPoint) {
        play(change, crashPoint, crashPoint::isDead);
    }

    @ParameterizedTest
    @EnumSource
    void nextInstanceAwaitsWhatAzureCarriesOut(Change change) {
        play(change, CrashPoint.never(), null);
    }

    private void play(Change change, CrashPoint crashPoint, BooleanSupplier dead) {
        UnaryOperator<ConditionWriter> mortal = writer -> (node, conditions) -> crashPoint.write(CONDITION,
                () -> writer.write(node, conditions));
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, JsonNodeFactory.instance.objectNode());
                RouteControllerInProcess _ = scenario.startController(List.of(), mortal, WriteFence.OPEN, crashPoint)) {
            for (int node = 1; node <= 3; node++)
                scenario.addNode("n" + node, node);
            scenario.await("routes", () -> scenario.problems(List.of()));
            change.before.accept(scenario);
            scenario.resetCalls();
            crashPoint.arm();
            if (dead == null) {
                scenario.azure()
                        .latencies(Latencies.builder()
                                .rule("PUT", "routeTables", Delay.NONE, Delay.ofMillis(1_500))
                                .build());
            }
            change.change.accept(scenario);
            await(scenario, dead != null ? dead : () -> scenario.azure().runningOperations() > 0);
            crashPoint.die();
            scenario.assertSound();

            scenario.startController();
            scenario.await("what the nodes ask for", () -> scenario.problems(List.of()));
            scenario.assertSound();
            assertThat(scenario.routes()).hasSize(scenario.cluster().nodes().size());
        }
    }

    private static void await(RouteScenario scenario, BooleanSupplier condition) {
        scenario.await("the moment of the crashPoint", condition, () -> "");
    }
}
