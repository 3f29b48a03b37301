package io.azureccm.e2e.suite.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of one Service: how many calls it costs, what users are told, what is left. */
class FirstServiceTest {
    @TempDir
    Path folder;

    @Test
    void serviceGetsAnAddressAndLeavesNothingBehind() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(3))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            assertThat(scenario.addresses("web")).hasSize(1);
            assertThat(scenario.azure().calls().counters().reads()).as("reads").isEqualTo(6);
            assertThat(scenario.azure().calls().counters().writes()).as("writes").isEqualTo(7);
            assertThat(reasons(scenario.cluster())).containsExactly("EnsuredLoadBalancer", "EnsuringLoadBalancer");
            scenario.delete("web");
            scenario.await("no Service", () -> !scenario.exists("web"));
            scenario.awaitQuiet();
            assertThat(reasons(scenario.cluster())).contains("DeletingLoadBalancer", "DeletedLoadBalancer");
            scenario.assertNothingLeft();
        }
    }

    private static List<String> reasons(Cluster cluster) {
        return cluster.events().stream().map(FirstServiceTest::reason).sorted().toList();
    }

    private static String reason(ObjectNode event) {
        return event.path("reason").asText();
    }
}
