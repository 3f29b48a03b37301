package io.azureccm.e2e.suite.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.suite.harness.ControllerProcess;
import io.azureccm.e2e.suite.harness.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.Stillness;
import java.nio.file.Files;
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

/** The packaged jar, killed without warning in the middle of its writes. */
@Execution(ExecutionMode.SAME_THREAD)
class NodeKillTest {
    private static final Path JAR = Path.of("../../node-controller/target/node-controller.jar")
            .toAbsolutePath()
            .normalize();
    private static final int NODES = 8;

    @TempDir
    Path folder;

    @Test
    void whatAKilledInstanceHasBegunIsFinishedByTheNextAndNothingIsLost() {
        Assumptions.assumeTrue(Files.exists(JAR), () -> JAR + " has not been packaged");
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", NODES + 1))) {
            for (int i = 0; i < NODES; i++)
                scene.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scene.unready("pool", NODES);
            // Each node gets its addresses at once and loses its taint a while later.
            scene.api().faults().add(new Target("patch", "nodes"), new Effect.Delay(Duration.ofSeconds(5)), -1);
            try (ControllerProcess killed = start(scene, "killed")) {
                scene.await(() -> IntStream.range(0, NODES).anyMatch(i -> !scene.addresses("pool00000" + i).isEmpty()));
                killed.kill();
            }
            scene.api().faults().clear();
            try (ControllerProcess next = start(scene, "next")) {
                scene.await(() -> IntStream.range(0, NODES).allMatch(i -> scene.isInitialised("pool00000" + i)));
                assertThat(next.log()).doesNotContain("MachineGone");
            }
            for (int i = 0; i < NODES; i++)
                assertThat(scene.addresses("pool00000" + i)).hasSize(2);
            assertThat(scene.cluster().node("pool00000" + NODES)).isPresent();
            assertThat(scene.taints("pool00000" + NODES)).isEmpty();
        }
    }

    private ControllerProcess start(NodeScene scene, String name) {
        ControllerProcess process = new ControllerProcess(JAR, folder.resolve(name + ".log"),
                new Stillness(Duration.ofSeconds(1)), () -> new Stillness.Look(true, ""));
        Launch launch = scene.launch();
        process.start(new Launch(launch.cloudConfig(), launch.kubeconfig(),
                List.of("--secure-port=0", "--leader-elect=false"), launch.environment()));
        return process;
    }
}
