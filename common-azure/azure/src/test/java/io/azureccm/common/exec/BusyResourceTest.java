package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.delete;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome.NotAttempted;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.WritePermit;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A resource that an operation runs on is not written. */
class BusyResourceTest extends ExecutorFixture {
    @Test
    void nothingIsSentToAResourceThatIsUnderAnOperation() {
        sink.seen(loadBalancer("lb"), "Updating");
        sink.seen(ip("going"), "Deleting");

        assertThat(execute(put(loadBalancer("lb"))).problem()).contains("is Updating")
                .contains("an operation on it has not ended");
        assertThat(execute(delete(ip("going"))).problem()).contains("is Deleting");
        assertThat(arm.log()).isEmpty();
        assertThat(sink.heard()).contains("doubtful lb", "doubtful going");
    }

    @Test
    void pausesGrowUntilAWriteGoesThroughAndAreShortAgainAfterwards() {
        Operation write = put(ip("a"));
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            arm.fails("PUT", ip("a"), FakeArm.failure(Kind.BUSY, "AnotherOperationInProgress"));
            pauses.add(waited(write));
        }
        sink.seen(ip("a"), "Updating");
        for (int i = 0; i < 3; i++) {
            pauses.add(waited(write));
        }
        sink.seen(ip("a"), "");
        assertThat(execute(write).isGood()).isTrue();
        sink.seen(ip("a"), "Updating");
        pauses.add(waited(write));

        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 1L);
        assertThat(sink.heard()).contains("doubtful a");
    }

    /** Each change of a Service makes another write of its load balancer, which does not wait for the pause of the last one. */
    @Test
    void otherWritesDuringAPauseDoNotMakeItLonger() {
        sink.seen(ip("a"), "Updating");
        for (int i = 0; i < 5; i++) {
            assertThat(pause(execute(put(ip("a")))).toMillis()).isEqualTo(1_000 - i * 100);
            clock.advance(Duration.ofMillis(100));
        }
        clock.advance(Duration.ofMillis(500));
        assertThat(pause(execute(put(ip("a"))))).hasSeconds(2);
    }

    @Test
    void waitThatArmNamesForABusyResourceIsKept() {
        var until = VirtualClock.START.plusSeconds(77);
        arm.fails("PUT", ip("a"), new ArmException(Kind.BUSY, 429, "RetryableErrorDueToAnotherOperation", "busy", "",
                until, null));

        assertThat(((Outcome.Throttled) execute(put(ip("a")))).until()).isEqualTo(until);
        assertThat(sink.heard()).containsExactly("doubtful a");
    }

    @Test
    void writeThatLosesItsPermitOnTheWayIsNotAttempted() {
        arm.onNext("PUT", ip("a"), () -> {
            lost.set("no longer the leader");
            WritePermit.refusal().ifPresent(why -> {
                throw new ArmException(Kind.UNAVAILABLE, 0, WritePermit.REFUSED, "not sent: " + why, "", null, null);
            });
        });

        Outcome outcome = execute(put(ip("a")));

        assertThat(outcome).isInstanceOfSatisfying(NotAttempted.class,
                given -> assertThat(given.reason()).isEqualTo(NotAttempted.Reason.NOT_LEADER));
        assertThat(sink.heard()).containsExactly("denied a");
    }

    private Duration pause(Outcome outcome) {
        return Duration.between(clock.instant(), ((Outcome.Throttled) outcome).until());
    }

    /** The seconds that the write is to wait; they have passed when this returns. */
    private long waited(Operation write) {
        Duration pause = pause(execute(write));
        clock.advance(pause);
        return pause.toSeconds();
    }
}
