package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.informer.InformerStatus;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.ControllerState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Only an instance that has proved that it could lead waits with little memory, and only while another one leads. */
class LightStandbyTest {
    private static final Optional<String> NONE = Optional.empty();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final LightStandby standby = new LightStandby(new StandbyTask("", null, null, null, null),
            Duration.ofSeconds(60), now::get);

    @Test
    void anInstanceThatHasBeenReadyAndWaitingForLongEnoughIsReplaced() {
        assertThat(after(0, waiting())).isFalse();
        assertThat(after(59, waiting())).isFalse();
        assertThat(after(1, waiting())).isTrue();
    }

    @Test
    void anInstanceThatLedInBetweenStartsToWaitAgain() {
        after(0, waiting());
        after(59, state(Phase.LEADING, "self", NONE, true, NONE));
        assertThat(after(1, waiting())).isFalse();
        assertThat(after(59, waiting())).isFalse();
        assertThat(after(1, waiting())).isTrue();
    }

    @Test
    void anInstanceThatIsNotReadyStaysAsItIs() {
        List<ControllerState> others = List.of(state(Phase.SYNCING, "leader", NONE, true, NONE),
                state(Phase.STANDBY, "", NONE, true, NONE),
                state(Phase.STANDBY, "leader", Optional.of("no route to host"), true, NONE),
                state(Phase.STANDBY, "leader", NONE, false, NONE),
                state(Phase.STANDBY, "leader", NONE, true, Optional.of("not allowed")),
                state(Phase.DISABLED, "leader", NONE, true, NONE), state(Phase.HOLDING, "self", NONE, true, NONE));
        for (ControllerState other : others) {
            after(0, other);
            assertThat(after(600, other)).as(other.toString()).isFalse();
        }
    }

    private boolean after(int seconds, ControllerState state) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
        return standby.observe(state);
    }

    private static ControllerState waiting() {
        return state(Phase.STANDBY, "leader", NONE, true, NONE);
    }

    private static ControllerState state(Phase phase, String holder, Optional<String> leaseProblem, boolean azure,
            Optional<String> kubernetesProblem) {
        return new ControllerState(phase,
                new ControllerState.Leadership(false, "lease", Instant.EPOCH, holder, leaseProblem,
                        ControllerState.OtherPrograms.NONE),
                new ControllerState.Work(Duration.ZERO, Duration.ofMinutes(2), Optional.empty()),
                new ControllerState.Kubernetes(List.of(new InformerStatus("nodes", true, true, 0, Duration.ZERO, 1, 1,
                        kubernetesProblem, Optional.empty()))),
                new ControllerState.Azure(
                        new ArmReachability.Reach(Optional.of(azure), "", Instant.EPOCH, Instant.EPOCH), 0,
                        Map.of(),
                        List.of(), Optional.empty()));
    }
}
