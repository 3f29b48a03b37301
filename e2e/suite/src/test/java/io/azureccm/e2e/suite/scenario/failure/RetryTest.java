package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Service that failed waits for: no time where something else tells that it can be served. */
class RetryTest {
    private static final String SAME_ADDRESS = """
            {"service.beta.kubernetes.io/azure-load-balancer-internal": "true",
             "service.beta.kubernetes.io/azure-load-balancer-ipv4": "10.240.9.9"}""";
    /** A controller that is told what to do by changes and windows alone: no back-off and no drift check ends in this test. */
    private static final ServiceTiming NO_BACK_OFF_ENDS = new ServiceTiming(Duration.ofMillis(60),
            Duration.ofMillis(600),
            Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    /** A controller that tries again all the time what is a matter of time. */
    private static final ServiceTiming NO_BACK_OFF = new ServiceTiming(Duration.ofMillis(60), Duration.ofMillis(600),
            Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofHours(1));

    @TempDir
    Path folder;

    @Test
    void throttledWriteIsMadeWhenItsWindowOpensHoweverOftenItWasThrottled() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).timing(NO_BACK_OFF_ENDS))) {
            scenario.apply("first");
            scenario.awaitAddresses("first");
            scenario.awaitQuiet();
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "1"))
                            .times(3));
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            assertThat(scenario.azure().calls().counters().throttled()).isEqualTo(3);
            scenario.assertSound();
        }
    }

    @Test
    void serviceThatAnotherOneIsInTheWayOfIsToldOnceAndServedWhenThatOneGoes() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).timing(NO_BACK_OFF))) {
            scenario.apply("first", 80, SAME_ADDRESS);
            scenario.awaitAddresses("first");
            scenario.apply("second", 80, SAME_ADDRESS);
            scenario.await("the refusal", () -> times(scenario, "second", "SyncLoadBalancerFailed") > 0);
            scenario.apply("other", 81, "{}");
            scenario.awaitAddresses("other");
            scenario.awaitQuiet();
            assertThat(times(scenario, "second", "EnsuringLoadBalancer")).isOne();
            assertThat(times(scenario, "second", "SyncLoadBalancerFailed")).isOne();

            scenario.delete("first");
            scenario.awaitAddresses("second");
            scenario.await("the end of the first", () -> !scenario.exists("first"));
            scenario.await("the event", () -> times(scenario, "second", "EnsuredLoadBalancer") > 0);
            scenario.awaitQuiet();
            assertThat(times(scenario, "second", "EnsuredLoadBalancer")).isOne();
            scenario.assertSound();
        }
    }

    @Test
    void serviceThatAnotherOneIsInTheWayOfIsServedWhenThatOneChanges() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1).timing(NO_BACK_OFF_ENDS))) {
            scenario.apply("first", 80, SAME_ADDRESS);
            scenario.awaitAddresses("first");
            scenario.apply("second", 80, SAME_ADDRESS);
            scenario.await("the refusal", () -> times(scenario, "second", "SyncLoadBalancerFailed") > 0);
            scenario.apply("first", 81, SAME_ADDRESS);
            scenario.awaitAddresses("second");
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    private static int times(ServiceScenario scenario, String service, String reason) {
        return scenario.cluster()
                .events()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(service)
                        && event.path("reason").asText().equals(reason))
                .mapToInt(RetryTest::count)
                .sum();
    }

    private static int count(ObjectNode event) {
        return Math.max(1, event.path("count").asInt());
    }
}
