package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.OUT_OF_SERVICE;
import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static io.azureccm.e2e.suite.node.NodeScenario.SHUTDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Machines that cannot be read one by one: their nodes wait, all others are initialised, tainted and deleted meanwhile. */
@Execution(ExecutionMode.CONCURRENT)
class UnreadableMachineTest {
    @TempDir
    Path folder;

    static Stream<Arguments> troubles() {
        return Stream.of(
                Arguments.of("forbidden", new FaultAction.Refuse(403, "AuthorizationFailed", "no right to read it")),
                Arguments.of("broken", new FaultAction.Refuse(500, "InternalServerError", "oops")),
                Arguments.of("no JSON", new FaultAction.MalformedJson()),
                Arguments.of("not an object", new FaultAction.OtherBody("application/json", "[]")),
                Arguments.of("no answer", new FaultAction.Hang(Duration.ofSeconds(10))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("troubles")
    void theNodesOfOtherMachinesGoOn(String name, FaultAction trouble) {
        try (NodeScenario scenario = new NodeScenario(folder, Infrastructure.standard().scaleSet("pool", 3))) {
            scenario.arm()
                    .faults()
                    .add(Fault.on("GET", "virtualMachines", trouble).target("/virtualMachines/(unreadable|unsure)$"));
            scenario.single("k8s", "unreadable", "unreadable", "10.240.9.1", "");
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.2", "");
            String stopped = scenario.single("k8s", "stopped", "stopped", "10.240.9.3", "");
            scenario.arm().machines().power(stopped, "deallocated");
            old(scenario, "stopped", stopped);
            old(scenario, "unsure", scenario.id("k8s", "Microsoft.Compute/virtualMachines/unsure"));
            old(scenario, "gone", scenario.id("k8s", "Microsoft.Compute/virtualMachines/gone"));
            for (String node : List.of("unreadable", "vm-1", "pool000001"))
                scenario.cluster().joinNode(node, Map.of(), Map.of());

            scenario.start(QUICK);
            scenario.await(() -> scenario.isInitialised("vm-1") && scenario.isInitialised("pool000001")
                    && scenario.cluster().node("gone").isEmpty() && !scenario.taints("stopped").isEmpty());
            assertThat(scenario.taints("stopped")).containsExactly(SHUTDOWN, OUT_OF_SERVICE);
            assertThat(scenario.isInitialised("unreadable")).isFalse();
            if (!(trouble instanceof FaultAction.Hang))
                scenario.await(() -> scenario.logs().contains("unreadable  MachineUnknown"));
            // An answer that is only distorted still has the status 404.
            if (trouble instanceof FaultAction.Refuse) {
                scenario.await(() -> scenario.logs().contains("unsure  MachineUnknown"));
                assertThat(scenario.cluster().node("unsure")).isPresent();
            }

            // A node that joins while the others still wait.
            scenario.cluster().joinNode("pool000002", Map.of(), Map.of());
            scenario.await(() -> scenario.isInitialised("pool000002"));
            assertThat(scenario.logs()).doesNotContain("suspended");

            scenario.arm().faults().clear();
            scenario.await(() -> scenario.isInitialised("unreadable") && scenario.cluster().node("unsure").isEmpty());
        }
    }

    /** A node that was initialised before, and is not ready now. */
    private static void old(NodeScenario scenario, String name, String machine) {
        scenario.cluster().addNode(name, "azure://" + machine, List.of("10.240.9.99"), Map.of());
        scenario.cluster().setReady(name, "Unknown");
    }
}
