package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.scenario.ScenarioSides;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Routes and conditions are those that the reference leaves behind; a fresh cluster for each case, in virtual time unless an API server is
 * given.
 */
class RouteConformanceTest {
    private static final List<String> FLAGS = List.of("--cluster-cidr=10.244.0.0/16,fd00:10:244::/48",
            "--leader-elect=false", "--secure-port=0");
    private static final Duration STILL = Duration.ofMillis(700);

    static List<String> cases() {
        return CaseNames.after(List.of("routes-node-removed", "routes-three"), "route");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void reachesTheStateOfTheReference(String name, @TempDir Path folder) {
        try (ScenarioSides sides = ScenarioSides.open(folder, AzureSimulator.builder(), false);
                Cluster cluster = Cluster.on(sides.kubernetes());
                ControllerUnderTest controller = new RouteControllerInProcess(sides.steadyState(STILL),
                        () -> look(sides.azure(), cluster), RouteControllerInProcess.Options.DEFAULT)) {
            SimulatedAzure azure = sides.azure();
            List<String> problems = new RouteRun(RouteCase.read(name), azure, cluster, controller).play(
                    new Launch(folder.resolve("azure.json"), sides.kubernetes().kubeconfig(), FLAGS,
                            azure.environment(), sides.world()));
            assertThat(problems).as(() -> controller.log() + azure.callLog()).isEmpty();
            assertThat(azure.simulator().problems()).isEmpty();
            if (!name.startsWith("own/")) {
                assertThat(azure.calls().reads()).as("reads: the table once").isEqualTo(1);
            }
        }
    }

    @Test
    void anActionThatIsNotKnownIsAnError() throws IOException {
        var unknown = new ObjectMapper().readTree("""
                {"name": "n", "cloudConfig": {}, "action": ["explode", 1], "expect": {"nodes": {}, "routes": {}}}
                """);

        assertThatThrownBy(() -> RouteCase.parse(unknown)).hasMessageContaining("explode");
    }

    /** Settled when every node with a range of pod addresses has been told whether it has its routes. */
    private static SteadyState.Observation look(SimulatedAzure azure, Cluster cluster) {
        Map<String, com.fasterxml.jackson.databind.JsonNode> nodes = cluster.nodes();
        boolean told = nodes.values()
                .stream()
                .allMatch(node -> node.path("spec").path("podCIDRs").isEmpty()
                        || node.path("status")
                                .path("conditions")
                                .findValuesAsText("type")
                                .contains("NetworkUnavailable"));
        return new SteadyState.Observation(told && azure.simulator().runningOperations() == 0,
                azure.fingerprint()
                        + nodes.values().stream().map(node -> node.at("/metadata/resourceVersion")).toList());
    }
}
