package io.azureccm.common.observe.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.ControllerState.Phase;
import io.azureccm.common.observe.metrics.ControllerMetrics;
import io.azureccm.common.observe.metrics.QueueMetrics;
import io.azureccm.common.reconcile.LoopStats;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HealthTest {
    private static final InformerStatus COMPLETE = new InformerStatus("nodes", true, true, 3, Duration.ZERO, 1, 1,
            Optional.empty(), Optional.empty());
    private static final InformerStatus LISTING = new InformerStatus("services", false, false, 0, Duration.ZERO, 0, 0,
            Optional.empty(), Optional.empty());
    private static final InformerStatus REFUSED = new InformerStatus("services", true, false, 3, Duration.ZERO, 1, 1,
            Optional.of("the credentials are refused"), Optional.empty());

    @Test
    void kubernetesIsUpWhenAllFeedsAreComplete() {
        assertThat(kubernetes(COMPLETE).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void anObjectThatCannotBeReadIsNamedAndTheOthersAreServed() {
        Health health = kubernetes(new InformerStatus("nodes", true, true, 3, Duration.ZERO, 1, 1, Optional.empty(),
                Optional.of("1 cannot be read, first odd: why")));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).extractingByKey("nodes").asString().contains("odd: why");
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
        Health health = check((now, details) -> HealthChecks.leadership(now, Removals.NONE, details),
                state(Phase.STANDBY, Duration.ZERO, List.of(COMPLETE)));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsEntry("leading", false).containsEntry("holder", "other");
    }

    @Test
    void controllerThatIsSwitchedOffIsReady() {
        ControllerState off = state(Phase.DISABLED, Duration.ZERO, List.of());
        assertThat(check(HealthChecks::kubernetes, off).getStatus()).isEqualTo(Status.UP);
        assertThat(check(HealthChecks::azure, off).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void azureTellsTheOldestAnswerOfEachTypeAndOfAll() {
        Instant older = Instant.parse("2026-01-01T00:00:00Z");
        Instant newer = Instant.parse("2026-01-01T00:00:09Z");
        Map<String, Object> details = check(HealthChecks::azure, state(Phase.LEADING, Duration.ZERO, List.of(),
                Map.of(ArmTypes.SECURITY_GROUP, newer, ArmTypes.LOAD_BALANCER, older))).getDetails();

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
        new ControllerMetrics(new ControllerMetrics.Names("lease", List.of(), List.of(), "services"), () -> state,
                Optional::empty, () -> asked.plusSeconds(7)).bindTo(registry);

        assertThat(registry.get("controller.snapshot.age").tag("resource", "LoadBalancer").gauge().value())
                .isEqualTo(7.0);
        assertThat(registry.get("controller.snapshot.age").tag("resource", "RouteTable").gauge().value()).isNaN();
    }

    @Test
    void turnsThatFailThreeTimesInARowMakeTheInstanceUnreadyWithTheCauseUntilTheySucceed() {
        assertThat(turns(0, "").getStatus()).isEqualTo(Status.UP);
        assertThat(turns(0, "").getDetails()).containsExactly(entry("failedInARow", 0));
        assertThat(turns(2, "NullPointerException").getStatus()).isEqualTo(Status.UP);
        assertThat(turns(2, "NullPointerException").getDetails()).containsEntry("cause", "NullPointerException");
        assertThat(turns(3, "NullPointerException").getStatus()).isEqualTo(Status.DOWN);
        assertThat(turns(3, "NullPointerException").getDetails()).containsEntry("failedInARow", 3)
                .containsEntry("cause", "NullPointerException");
        assertThat(check(HealthChecks::turns, state(Phase.STANDBY, Duration.ZERO, List.of())).getStatus())
                .as("without a loop")
                .isEqualTo(Status.UP);
    }

    @Test
    void turnsThatFailAndResourcesThatCannotBeReadAreMetrics() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        UnreadableResource broken = new UnreadableResource(
                ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes"), true, "it is null");
        ControllerState state = state(failing(4, "NullPointerException"), List.of(broken));
        new ControllerMetrics(new ControllerMetrics.Names("lease", List.of(), List.of(), "services"), () -> state,
                Optional::empty, InstantSource.system()).bindTo(registry);

        new QueueMetrics(registry, "services").failed(new NullPointerException());

        assertThat(registry.get("controller.turns.failed").tag("cause", "NullPointerException").counter().count())
                .isEqualTo(1);
        assertThat(registry.get("controller.turns.failing").gauge().value()).isEqualTo(4);
        assertThat(registry.get("controller.unreadable.resources").tag("resource", "LoadBalancer").gauge().value())
                .isEqualTo(1);
        assertThat(registry.get("controller.unreadable.resources").tag("resource", "PublicIPAddress").gauge().value())
                .isZero();
        assertThat(check(HealthChecks::azure, state).getDetails().toString())
                .contains("loadBalancers/kubernetes in resource group rg cannot be read: it is null");
    }

    private static Health check(BiConsumer<ControllerState, Health.Builder> check, ControllerState now) {
        return HealthcheckMetrics.checked(health -> check.accept(now, health)).health();
    }

    private static Health turns(int inARow, String cause) {
        return check(HealthChecks::turns, state(failing(inARow, cause), List.of()));
    }

    private static Optional<LoopStats> failing(int inARow, String cause) {
        return Optional.of(new LoopStats(0, Duration.ZERO, 0, 0, List.of(), inARow,
                new LoopStats.Failing(inARow, cause)));
    }

    private static Health kubernetes(InformerStatus... informers) {
        return check(HealthChecks::kubernetes, state(Phase.SYNCING, Duration.ZERO, List.of(informers)));
    }

    private static Health loop(Duration sinceTurn) {
        return check(HealthChecks::loop, state(Phase.LEADING, sinceTurn, List.of(COMPLETE)));
    }

    private static ControllerState state(Phase phase, Duration sinceTurn, List<InformerStatus> informers) {
        return state(phase, sinceTurn, informers, Map.of());
    }

    private static ControllerState state(Phase phase, Duration sinceTurn, List<InformerStatus> informers,
            Map<String, Instant> answers) {
        return state(phase, new ControllerState.Work(sinceTurn, Duration.ofSeconds(60), Optional.empty()), informers,
                answers, List.of());
    }

    private static ControllerState state(Optional<LoopStats> loop, List<UnreadableResource> unreadable) {
        return state(Phase.LEADING, new ControllerState.Work(Duration.ZERO, Duration.ofSeconds(60), loop), List.of(),
                Map.of(), unreadable);
    }

    private static ControllerState state(Phase phase, ControllerState.Work work, List<InformerStatus> informers,
            Map<String, Instant> answers, List<UnreadableResource> unreadable) {
        ArmReachability.Reach unknown = new ArmReachability.Reach(Optional.empty(), "", Instant.EPOCH, Instant.EPOCH);
        return new ControllerState(phase,
                new ControllerState.Leadership(false, "lease x/y", Instant.EPOCH, "other", Optional.empty(),
                        ControllerState.OtherPrograms.NONE),
                work,
                new ControllerState.Kubernetes(informers),
                new ControllerState.Azure(unknown, 0, answers, unreadable, Optional.empty()));
    }
}
