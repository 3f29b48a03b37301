package io.azureccm.common.boot.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.leader.HandOverState;
import io.azureccm.common.boot.spring.StartFiles;
import io.azureccm.common.kube.Await;
import io.azureccm.common.observe.ControllerState.Phase;
import org.junit.jupiter.api.Test;

/** When a loop works, and in which order everything ends. */
class ControllerSupervisorTest extends SupervisorCase {
    @Test
    void loopWorksOnlyWhileThisInstanceLeads() throws Exception {
        start(StartFiles.GOOD);
        Await.until("leader by", () -> supervisor.get().phase() == Phase.STANDBY);
        assertThat(loop.asked).containsExactly("stand for election", "open");
        grant();
        awaitAsked("start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        revoke();
        awaitAsked("stop");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.STANDBY);
        supervisor.stop();
    }

    @Test
    void dryRunPlansLikeALeaderAndDoesNotSayThatItLeads() throws Exception {
        start(StartFiles.GOOD, "--dry-run");
        grant();
        awaitAsked("start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.DRY_RUN);
        assertThat(supervisor.get().leadership().leading()).isFalse();
        supervisor.stop();
    }

    @Test
    void leaderPlansAsInADryRunWhileItIsHeldAndWorksWithAnotherLoopOnceItIsCleared() throws Exception {
        loop.handOverState = HandOverState.HELD;
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stand for election", "open", "close", "open dry", "start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.HOLDING);
        assertThat(supervisor.get().leadership().leading()).isTrue();
        loop.asked.clear();
        loop.handOverState = HandOverState.CLEARED;
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stop", "close", "open", "start");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void leaderBeginsNothingWhileItIsNotKnownWhetherItMayWrite() throws Exception {
        loop.handOverState = HandOverState.WAITING;
        start(StartFiles.GOOD);
        grant();
        Await.until("asked", () -> loop.statesAsked.get() > 3);
        assertThat(loop.asked).containsExactly("stand for election", "open");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.HOLDING);
        loop.handOverState = HandOverState.CLEARED;
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stand for election", "open", "start");
        supervisor.stop();
    }

    @Test
    void workEndsBeforeTheLeaseIsReleasedAndEverythingIsClosedAfterThat() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        supervisor.stop();
        awaitAsked("close");
        assertThat(loop.asked).containsExactly("stand for election", "open", "start", "stop", "release the lease",
                "close");
        assertThat(supervisor.get().phase()).isEqualTo(Phase.STOPPING);
    }

    @Test
    void writesThatDoNotEndAreLeftAndTheLeaseIsReleasedAllTheSame() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.endsInTime = false;
        supervisor.stop();
        awaitAsked("close");
        assertThat(loop.asked).containsSubsequence("stop", "release the lease", "close");
    }

    @Test
    void workBeginsAnewInAnotherTermEvenIfTheLossWentByUnseen() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        revoke();
        grant();
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("start"::equals).count() == 2);
        assertThat(loop.asked).containsSubsequence("start", "stop", "start");
        supervisor.stop();
    }

    @Test
    void loopIsNotStartedAgainBeforeItHasEnded() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.endsInTime = false;
        revoke();
        awaitAsked("stop");
        grant();
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("stop"::equals).count() > 3);
        assertThat(loop.asked).containsOnlyOnce("start");
        assertThat(leaderFlag.refusal()).as("what the term before began may not write").isPresent();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.HOLDING);
        loop.endsInTime = true;
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("start"::equals).count() == 2);
        assertThat(leaderFlag.refusal()).isEmpty();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void nothingIsOpenedWhileTheConfigSwitchesTheProviderOff() throws Exception {
        start(StartFiles.GOOD.replaceFirst("\\{", "{\"disableCloudProvider\": true, "));
        grant();
        Await.until("switched off", () -> supervisor.get().phase() == Phase.DISABLED);
        supervisor.stop();
        awaitAsked("release the lease");
        assertThat(loop.asked).containsExactly("stand for election", "release the lease");
    }
}
