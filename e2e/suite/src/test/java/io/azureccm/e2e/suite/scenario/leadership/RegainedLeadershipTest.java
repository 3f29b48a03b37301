package io.azureccm.e2e.suite.scenario.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance loses the leadership and leads again, while an operation takes longer than anybody waits for it. */
class RegainedLeadershipTest {
    @TempDir
    Path folder;

    @Test
    void instanceHasNotStoppedBeforeItsOperationHasEndedAndWorksWhenItLeadsAgain() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).onTheWire())) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.StuckOperation()).once());
            scenario.apply("web");
            scenario.await("a write of the load balancer",
                    () -> scenario.azure().calls().counters().of("PUT", "loadBalancers") > 0);

            assertThat(scenario.controller().stopLeading(Duration.ofMillis(50))).isFalse();
            scenario.azure().endStuckOperations();
            assertThat(scenario.controller().stopLeading(SteadyState.BOUND)).isTrue();
            assertThat(scenario.addresses("web")).as("it does not lead").isEmpty();

            scenario.controller().leadAgain();
            scenario.awaitAddresses("web");
            scenario.assertSound();
        }
    }
}
