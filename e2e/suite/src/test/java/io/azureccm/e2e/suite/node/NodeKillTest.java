package io.azureccm.e2e.suite.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ControllerProcess;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.process.CachedApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The packaged app, killed without warning in the middle of its writes. */
@Execution(ExecutionMode.SAME_THREAD)
class NodeKillTest {
    private static final String APP = "node-controller";
    private static final int NODES = 8;

    @TempDir
    Path folder;

    @Test
    void whatAKilledInstanceHasBegunIsFinishedByTheNextAndNothingIsLost() {
        Assumptions.assumeTrue(CachedApp.isPackaged(APP), () -> APP + " has not been packaged");
        try (NodeScenario scenario = NodeScenario.onTheWire(folder,
                Infrastructure.standard().scaleSet("pool", NODES + 1))) {
            for (int i = 0; i < NODES; i++)
                scenario.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scenario.unready("pool", NODES);
            // Each node gets its addresses at once and loses its taint a while later.
            scenario.api().faults().add(new Target("patch", "nodes"), new Effect.Delay(Duration.ofSeconds(5)), -1);
            try (ControllerProcess killed = start(scenario, "killed")) {
                scenario.await(
                        () -> IntStream.range(0, NODES).anyMatch(i -> !scenario.addresses("pool00000" + i).isEmpty()));
                killed.kill();
            }
            scenario.api().faults().clear();
            try (ControllerProcess next = start(scenario, "next")) {
                scenario.await(() -> IntStream.range(0, NODES).allMatch(i -> scenario.isInitialised("pool00000" + i)));
                assertThat(next.log()).doesNotContain("MachineGone");
            }
            for (int i = 0; i < NODES; i++)
                assertThat(scenario.addresses("pool00000" + i)).hasSize(2);
            assertThat(scenario.cluster().node("pool00000" + NODES)).isPresent();
            assertThat(scenario.taints("pool00000" + NODES)).isEmpty();
        }
    }

    private ControllerProcess start(NodeScenario scenario, String name) {
        ControllerProcess process = new ControllerProcess(APP, folder.resolve(name + ".log"),
                new SteadyState(Duration.ofSeconds(1)), () -> new SteadyState.Observation(true, ""));
        Launch launch = scenario.launch();
        process.start(new Launch(launch.cloudConfig(), launch.kubeconfig(),
                List.of("--secure-port=0", "--leader-elect=false"), launch.environment()));
        return process;
    }
}
