package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Azure will not do for one Service now does not hold up the others, who share a load balancer with it. */
class HeldUpTest {
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
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            scene.apply("goes");
            scene.apply("stays");
            scene.awaitAddresses("goes", "stays");
            scene.awaitQuiet();
            scene.azure().faults().add(Fault.on("PUT", "publicIPAddresses", trouble));
            scene.apply("late");
            scene.delete("goes");
            scene.apply("inside", 8080, INTERNAL);
            scene.apply("stays", 8081, "{}");
            scene.await("the end of the deletion", () -> !scene.exists("goes"));
            scene.await("the internal address", () -> scene.hasAddress("inside"));
            scene.await("the new port",
                    () -> scene.azure().state().get(scene.balancerId()).toString().contains("8081"));
            assertThat(scene.hasAddress("late")).isFalse();
            scene.await("the reason",
                    () -> scene.events("late").stream().anyMatch(each -> each.contains("publicIPAddresses/")));

            scene.azure().faults().clear();
            scene.awaitAddresses("late");
            scene.awaitQuiet();
            scene.assertSound();
        }
    }

    @Test
    void changeThatWaitsForItsTurnMakesWayForADeletionAndIsWrittenWithIt() {
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            List.of("one", "two", "goes").forEach(scene::apply);
            scene.awaitAddresses("one", "two", "goes");
            scene.awaitQuiet();
            scene.azure()
                    .faults()
                    .add(Fault
                            .on("PUT", "loadBalancers", new FaultAction.Throttle("SubscriptionRequestsThrottled", "15"))
                            .once());
            scene.apply("one", 8081, "{}");
            scene.await("the refusal", () -> scene.azure().calls().counters().throttled() > 0);
            scene.apply("two", 8082, "{}");
            scene.await("a plan with the change", () -> scene.controller().log().contains("8082"));
            scene.resetCalls();
            scene.delete("goes");
            scene.await("the end of the deletion", () -> !scene.exists("goes"));
            scene.awaitQuiet();

            assertThat(scene.azure().calls().counters().of("PUT", "loadBalancers")).as(scene::story).isOne();
            scene.assertSound();
        }
    }
}
