package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.service.reconcile.known.Timing;
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
    private static final Timing NO_BACK_OFF_ENDS = new Timing(Duration.ofMillis(60), Duration.ofMillis(600),
            Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    /** A controller that tries again all the time what is a matter of time. */
    private static final Timing NO_BACK_OFF = new Timing(Duration.ofMillis(60), Duration.ofMillis(600),
            Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofHours(1));

    @TempDir
    Path folder;

    @Test
    void throttledWriteIsMadeWhenItsWindowOpensHoweverOftenItWasThrottled() {
        try (Scene scene = Scene.play(folder, Setting.of(1).timing(NO_BACK_OFF_ENDS))) {
            scene.apply("first");
            scene.awaitAddresses("first");
            scene.awaitQuiet();
            scene.azure()
                    .faults()
                    .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Throttle("TooManyRequests", "1"))
                            .times(3));
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            assertThat(scene.azure().calls().counters().throttled()).isEqualTo(3);
            scene.assertSound();
        }
    }

    @Test
    void serviceThatAnotherOneIsInTheWayOfIsToldOnceAndServedWhenThatOneGoes() {
        try (Scene scene = Scene.play(folder, Setting.of(1).timing(NO_BACK_OFF))) {
            scene.apply("first", 80, SAME_ADDRESS);
            scene.awaitAddresses("first");
            scene.apply("second", 80, SAME_ADDRESS);
            scene.await("the refusal", () -> times(scene, "second", "SyncLoadBalancerFailed") > 0);
            scene.apply("other", 81, "{}");
            scene.awaitAddresses("other");
            scene.awaitQuiet();
            assertThat(times(scene, "second", "EnsuringLoadBalancer")).isOne();
            assertThat(times(scene, "second", "SyncLoadBalancerFailed")).isOne();

            scene.delete("first");
            scene.awaitAddresses("second");
            scene.await("the end of the first", () -> !scene.exists("first"));
            scene.await("the event", () -> times(scene, "second", "EnsuredLoadBalancer") > 0);
            scene.awaitQuiet();
            assertThat(times(scene, "second", "EnsuredLoadBalancer")).isOne();
            scene.assertSound();
        }
    }

    @Test
    void serviceThatAnotherOneIsInTheWayOfIsServedWhenThatOneChanges() {
        try (Scene scene = Scene.play(folder, Setting.of(1).timing(NO_BACK_OFF_ENDS))) {
            scene.apply("first", 80, SAME_ADDRESS);
            scene.awaitAddresses("first");
            scene.apply("second", 80, SAME_ADDRESS);
            scene.await("the refusal", () -> times(scene, "second", "SyncLoadBalancerFailed") > 0);
            scene.apply("first", 81, SAME_ADDRESS);
            scene.awaitAddresses("second");
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    private static int times(Scene scene, String service, String reason) {
        return scene.cluster()
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
