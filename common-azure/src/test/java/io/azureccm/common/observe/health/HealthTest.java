package io.azureccm.common.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ArmReach;
import io.azureccm.common.observe.ControllerState.Phase;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.metrics.ControllerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

class HealthTest {
    private static final InformerStatus COMPLETE = new InformerStatus("nodes", true, true, 3, Duration.ZERO, 1, 1,
            Optional.empty());
    private static final InformerStatus LISTING = new InformerStatus("services", false, false, 0, Duration.ZERO, 0, 0,
            Optional.empty());
    private static final InformerStatus REFUSED = new InformerStatus("services", true, false, 3, Duration.ZERO, 1, 1,
            Optional.of("the credentials are refused"));

    @Test
    void kubernetesIsUpWhenAllFeedsAreComplete() {
        assertThat(kubernetes(COMPLETE).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void kubernetesNamesWhatIsNotCompleteYet() {
        assertThat(kubernetes(COMPLETE, LISTING).getStatus()).isEqualTo(Status.DOWN);
        assertThat(kubernetes(COMPLETE, LISTING).getDetails()).containsEntry("cause",
                "the first list is not complete: services");
    }

    @Test
    void kubernetesIsDownWhileAFeedCannotFollow() {
        assertThat(kubernetes(COMPLETE, REFUSED).getDetails()).containsEntry("cause", "the credentials are refused");
    }

    @Test
    void kubernetesIsDownBeforeAnythingIsWatched() {
        assertThat(kubernetes().getDetails()).containsEntry("cause", "nothing is watched yet");
    }

    @Test
    void loopIsDownWhenItHasNotTurnedForTooLong() {
        assertThat(loop(Duration.ofSeconds(60)).getStatus()).isEqualTo(Status.UP);
        assertThat(loop(Duration.ofSeconds(61)).getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void standbyIsHealthy() {
        Health health = new LeadershipHealth(() -> state(Phase.STANDBY, Duration.ZERO, List.of(COMPLETE)),
                () -> Removals.NONE).health();
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsEntry("leading", false).containsEntry("holder", "other");
    }

    @Test
    void controllerThatIsSwitchedOffIsReady() {
        ControllerState off = state(Phase.DISABLED, Duration.ZERO, List.of());
        assertThat(new KubernetesHealth(() -> off).health().getStatus()).isEqualTo(Status.UP);
        assertThat(new AzureHealth(() -> off).health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void azureTellsTheOldestAnswerOfEachTypeAndOfAll() {
        Instant older = Instant.parse("2026-01-01T00:00:00Z");
        Instant newer = Instant.parse("2026-01-01T00:00:09Z");
        Map<String, Object> details = new AzureHealth(() -> state(Phase.LEADING, Duration.ZERO, List.of(),
                Map.of(ArmTypes.SECURITY_GROUP, newer, ArmTypes.LOAD_BALANCER, older))).health().getDetails();

        assertThat(details).containsEntry("oldestAnswer", older.toString())
                .containsEntry("oldestAnswers",
                        Map.of("LoadBalancer", older.toString(), "SecurityGroup", newer.toString()));
    }

    @Test
    void theAgeOfWhatIsKnownIsAMetricForEachType() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Instant asked = Instant.parse("2026-01-01T00:00:00Z");
        ControllerState state = state(Phase.LEADING, Duration.ZERO, List.of(),
                Map.of("microsoft.network/loadbalancers", asked));
        new ControllerMetrics(new ControllerMetrics.Names("lease", List.of(), List.of()), () -> state, Optional::empty,
                () -> asked.plusSeconds(7)).bindTo(registry);

        assertThat(registry.get("controller.snapshot.age").tag("resource", "LoadBalancer").gauge().value())
                .isEqualTo(7.0);
        assertThat(registry.get("controller.snapshot.age").tag("resource", "RouteTable").gauge().value()).isNaN();
    }

    private static Health kubernetes(InformerStatus... informers) {
        return new KubernetesHealth(() -> state(Phase.SYNCING, Duration.ZERO, List.of(informers))).health();
    }

    private static Health loop(Duration sinceTurn) {
        return new LoopHealth(() -> state(Phase.LEADING, sinceTurn, List.of(COMPLETE))).health();
    }

    private static ControllerState state(Phase phase, Duration sinceTurn, List<InformerStatus> informers) {
        return state(phase, sinceTurn, informers, Map.of());
    }

    private static ControllerState state(Phase phase, Duration sinceTurn, List<InformerStatus> informers,
            Map<String, Instant> answers) {
        ArmReach.Reach unknown = new ArmReach.Reach(Optional.empty(), "", Instant.EPOCH, Instant.EPOCH);
        return new ControllerState(phase,
                new ControllerState.Leadership(false, "lease x/y", Instant.EPOCH, "other", Optional.empty(),
                        ControllerState.OtherPrograms.NONE),
                new ControllerState.Work(sinceTurn, Duration.ofSeconds(60), Optional.empty()),
                new ControllerState.Kubernetes(informers, Optional.empty()),
                new ControllerState.Azure(unknown, 0, answers, List.of(), Optional.empty()));
    }
}
