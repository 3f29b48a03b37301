package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.RouteControllerInProcess;
import io.azureccm.e2e.suite.harness.SuddenDeath;
import io.azureccm.e2e.suite.harness.SuddenDeath.When;
import io.azureccm.route.status.NodeWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The route controller is killed at every write it makes: before it, right after it, and while Azure carries it out. The next
 * instance brings table and conditions to what the nodes ask for, and no condition is ever better than the table.
 */
class RouteKillTest {
    private static final String TABLE = "PUT routeTables";
    private static final String CONDITION = "condition";

    @TempDir
    Path folder;

    /** What changes while an instance works that will die; before, three nodes have their routes. */
    enum Change {
        firstTable(scene -> {
            scene.cluster().removeNode("n1");
            scene.cluster().removeNode("n2");
            scene.cluster().removeNode("n3");
            scene.await("an empty table", () -> scene.problems(List.of()));
            scene.detachTable();
        }, scene -> scene.addNode("n4", 4)),

        nodeComes(scene -> {}, scene -> scene.addNode("n4", 4)),

        nodeMoves(scene -> {}, scene -> scene.moveNode("n2", RouteScene.addresses(77))),

        nodeGoes(scene -> {}, scene -> scene.cluster().removeNode("n1"));

        private final Consumer<RouteScene> before;
        private final Consumer<RouteScene> change;

        Change(Consumer<RouteScene> before, Consumer<RouteScene> change) {
            this.before = before;
            this.change = change;
        }
    }

    static Stream<Arguments> deaths() {
        return Stream.of(Change.values())
                .flatMap(change -> (change == Change.nodeGoes || change == Change.nodeMoves
                        ? Stream.of(TABLE)
                        : Stream.of(TABLE, CONDITION))
                        .flatMap(write -> Stream.of(When.values())
                                .map(when -> Arguments.of(change, SuddenDeath.at(write, when)))));
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void nextInstanceLeavesWhatTheNodesAskFor(Change change, SuddenDeath death) {
        play(change, death, death::isDead);
    }

    @ParameterizedTest
    @EnumSource
    void nextInstanceAwaitsWhatAzureCarriesOut(Change change) {
        play(change, SuddenDeath.never(), null);
    }

    private void play(Change change, SuddenDeath death, BooleanSupplier dead) {
        UnaryOperator<NodeWriter> mortal = writer -> (node, connected) -> death.write(CONDITION,
                () -> writer.setConnected(node, connected));
        try (RouteScene scene = new RouteScene(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, JsonNodeFactory.instance.objectNode());
                RouteControllerInProcess _ = scene.startController(List.of(), mortal, WriteFence.OPEN, death)) {
            for (int node = 1; node <= 3; node++)
                scene.addNode("n" + node, node);
            scene.await("routes", () -> scene.problems(List.of()));
            change.before.accept(scene);
            scene.resetCalls();
            death.arm();
            if (dead == null) {
                scene.azure()
                        .latencies(Latencies.builder()
                                .rule("PUT", "routeTables", Delay.NONE, Delay.ofMillis(1_500))
                                .build());
            }
            change.change.accept(scene);
            await(scene, dead != null ? dead : () -> scene.azure().runningOperations() > 0);
            death.die();
            scene.assertSound();

            scene.startController();
            scene.await("what the nodes ask for", () -> scene.problems(List.of()));
            scene.assertSound();
            assertThat(scene.routes()).hasSize(scene.cluster().nodes().size());
        }
    }

    private static void await(RouteScene scene, BooleanSupplier condition) {
        scene.await("the moment of the death", condition, () -> "");
    }
}
