package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Azure will not do for one Service now does not hold up the others, who share a load balancer with it. */
class FailureIsolationTest {
    private static final String INTERNAL = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}";

    @TempDir
    Path folder;

    static List<FaultAction> troubles() {
        return List.of(new FaultAction.Throttle("RetryableErrorDueToAnotherOperation", "3600"),
                new FaultAction.Refuse(403, "AuthorizationFailed", "not this one"),
                new FaultAction.Refuse(500, "InternalServerError", "try later"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void publicIpThatCannotBeWrittenHoldsUpNeitherDeletionsNorChangesNorOtherServices(FaultAction trouble) {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("goes");
            scenario.apply("stays");
            scenario.awaitAddresses("goes", "stays");
            scenario.awaitQuiet();
            scenario.azure().faults().add(Fault.on("PUT", "publicIPAddresses", trouble));
            scenario.apply("late");
            scenario.delete("goes");
            scenario.apply("inside", 8080, INTERNAL);
            scenario.apply("stays", 8081, "{}");
            scenario.await("the end of the deletion", () -> !scenario.exists("goes"));
            scenario.await("the internal address", () -> scenario.hasAddress("inside"));
            scenario.await("the new port",
                    () -> scenario.azure().state().get(scenario.balancerId()).toString().contains("8081"));
            assertThat(scenario.hasAddress("late")).isFalse();
            scenario.await("the reason",
                    () -> scenario.events("late").stream().anyMatch(each -> each.contains("publicIPAddresses/")));

            scenario.azure().faults().clear();
            scenario.awaitAddresses("late");
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void changeThatWaitsForItsTurnMakesWayForADeletionAndIsWrittenWithIt() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            List.of("one", "two", "goes").forEach(scenario::apply);
            scenario.awaitAddresses("one", "two", "goes");
            scenario.awaitQuiet();
            scenario.azure()
                    .faults()
                    .add(Fault
                            .on("PUT", "loadBalancers", new FaultAction.Throttle("SubscriptionRequestsThrottled", "15"))
                            .once());
            scenario.apply("one", 8081, "{}");
            scenario.await("the refusal", () -> scenario.azure().calls().counters().throttled() > 0);
            scenario.apply("two", 8082, "{}");
            scenario.await("a plan with the change", () -> scenario.controller().log().contains("8082"));
            scenario.resetCalls();
            scenario.delete("goes");
            scenario.await("the end of the deletion", () -> !scenario.exists("goes"));
            scenario.awaitQuiet();

            assertThat(scenario.azure().calls().counters().of("PUT", "loadBalancers")).as(scenario::story).isOne();
            scenario.assertSound();
        }
    }
}
