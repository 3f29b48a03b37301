package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.Gate;
import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ObservedStoreTest extends ObservedStoreFixture {
    @Test
    void anAnswerIsReusedUntilItIsTooOld() {
        arm.store(ip("1"), object("{}"));
        list(IPS, MINUTE);
        clock.advance(MINUTE);
        assertThat(names(list(IPS, MINUTE))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
        list(IPS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
        list(IPS, Duration.ZERO);
        assertThat(arm.calls("LIST")).isEqualTo(3);
        assertThat(store.calls()).isEqualTo(3);
    }

    @Test
    void theAgeOfAnAnswerCountsFromTheStartOfItsCall() {
        Gate gate = arm.gateBefore("LIST", IPS);
        var reading = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        clock.advance(Duration.ofSeconds(40));
        gate.open();
        assertThat(await(reading).asOf()).isEqualTo(VirtualClock.START);
        clock.advance(Duration.ofSeconds(21));
        list(IPS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void whatIsKnownIsAllThatWasAskedForYoungEnoughAndCostsNoCall() {
        arm.store(ip("1"), object("{}"));
        List<Read> reads = List.of(Read.list(IPS, MINUTE), Read.get(ip("2"), MINUTE));
        assertThat(store.known(reads)).isEmpty();
        list(IPS, MINUTE);
        assertThat(store.known(reads)).as("one of them was never read").isEmpty();
        get(ip("2"), MINUTE);
        Snapshot known = store.known(reads).orElseThrow();
        assertThat(names(known.of(reads.getFirst()))).containsExactly("1");
        assertThat(known.of(reads.getLast()).item()).isEmpty();
        clock.advance(MINUTE.plusMillis(1));
        assertThat(store.known(reads)).as("too old").isEmpty();
        assertThat(store.calls()).isEqualTo(2);
    }

    @Test
    void aMissingResourceIsRemembered() {
        assertThat(get(ip("1"), MINUTE).item()).isEmpty();
        assertThat(get(ip("1"), MINUTE).item()).isEmpty();
        assertThat(arm.calls("GET")).isEqualTo(1);
    }

    @Test
    void allWhoAskWhileACallIsUnderWayShareIt() {
        Gate gate = arm.gateBefore("LIST", IPS);
        var readers = List.of(inBackground(() -> list(IPS, MINUTE)));
        gate.awaitArrival();
        Snapshot[] late = new Snapshot[1];
        Thread joiner = Thread.ofVirtual().start(() -> late[0] = store.take(List.of(Read.list(IPS, MINUTE))));
        awaitWaiting(joiner);
        gate.open();
        await(readers.getFirst());
        join(joiner);
        assertThat(late[0].reads()).isZero();
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    /** The other call may wait long for a permit, and not get it. */
    @Test
    void anUrgentReaderDoesNotWaitForALessUrgentCall() {
        Gate gate = arm.gateBefore("LIST", IPS);
        CallReason audit = new CallReason(CallPriority.BACKGROUND, "Audit");
        var background = inBackground(() -> audit.within(() -> list(IPS, MINUTE)));
        gate.awaitArrival();
        Thread urgent = Thread.ofVirtual().start(() -> list(IPS, MINUTE));
        awaitWaiting(urgent);
        gate.open();
        join(urgent);
        await(background);
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void aFailureReachesAllWhoWaitAndIsNotRemembered() {
        arm.store(ip("1"), object("{}"));
        Gate gate = arm.gateBefore("LIST", IPS);
        arm.failsAfterwards("LIST", IPS, FakeArm.failure(Kind.UNKNOWN, "InternalServerError"));
        var first = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread second = Thread.ofVirtual().start(() -> {
            try {
                list(IPS, MINUTE);
            } catch (ArmException failure) {
                thrown.complete(failure);
            }
        });
        awaitWaiting(second);
        gate.open();
        assertThat(first).failsWithin(Duration.ofMinutes(2))
                .withThrowableThat()
                .withCauseInstanceOf(ArmException.class);
        assertThat(await(thrown)).hasMessage("no luck");
        assertThat(arm.calls("LIST")).isEqualTo(1);
        assertThat(names(list(IPS, MINUTE))).containsExactly("1");
    }

    @Test
    void aSnapshotReadsWhatItNeedsSideBySideAndFailsAfterAllHaveEnded() {
        Gate ips = arm.gateBefore("LIST", IPS);
        Gate lbs = arm.gateBefore("LIST", LBS);
        var snapshot = inBackground(() -> store.take(List.of(Read.list(IPS, MINUTE), Read.list(LBS, MINUTE),
                Read.get(ip("1"), MINUTE), Read.list(IPS, Duration.ofHours(1)))));
        ips.awaitArrival();
        lbs.awaitArrival();
        ips.open();
        lbs.open();
        assertThat(await(snapshot).reads()).isEqualTo(3);

        arm.fails("LIST", IPS, FakeArm.failure(Kind.FORBIDDEN, "AuthorizationFailed"));
        assertThatThrownBy(() -> store.take(List.of(Read.list(IPS, Duration.ZERO), Read.list(LBS, Duration.ZERO))))
                .isInstanceOfSatisfying(ArmException.class,
                        failure -> assertThat(failure.code()).isEqualTo("AuthorizationFailed"));
        assertThat(arm.calls("LIST")).isEqualTo(4);
    }

    @Test
    void aLateAnswerDoesNotReplaceANewerOne() {
        arm.store(ip("1"), object("{'v':1}"));
        Gate slow = arm.gateAfter("LIST", IPS);
        var old = inBackground(() -> list(IPS, MINUTE));
        slow.awaitArrival();
        arm.store(ip("2"), object("{}"));
        store.invalidate(IPS);
        assertThat(names(list(IPS, MINUTE))).containsExactly("1", "2");
        slow.open();
        assertThat(names(await(old))).containsExactly("1");
        assertThat(names(list(IPS, MINUTE))).containsExactly("1", "2");
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void doubtAboutAResourceMakesEveryReadThatShowsItFresh() {
        arm.store(ip("1"), object("{}"));
        store.take(List.of(Read.list(IPS, MINUTE), Read.list(LBS, MINUTE), Read.get(ip("1"), MINUTE)));
        arm.store(ip("1"), object("{'v':'theirs'}"));
        store.doubtful(ip("1"));
        assertThat(list(IPS, MINUTE).list().getFirst().path("v").asText()).isEqualTo("theirs");
        assertThat(get(ip("1"), MINUTE).list().getFirst().path("v").asText()).isEqualTo("theirs");
        list(LBS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(3);
        assertThat(arm.calls("GET")).isEqualTo(2);
    }

    @Test
    void everythingCanBeMadeDoubtfulAtOnce() {
        List<Read> reads = List.of(Read.list(IPS, MINUTE), Read.get(ip("1"), MINUTE));
        store.take(reads);
        assertThat(store.take(reads).reads()).isZero();
        store.invalidateAll();
        assertThat(store.take(reads).reads()).isEqualTo(2);
    }

    @Test
    void aCallThatBeganBeforeADoubtIsNotJoined() {
        Gate gate = arm.gateAfter("LIST", IPS);
        var before = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        arm.store(ip("1"), object("{}"));
        store.doubtful(ip("1"));
        assertThat(names(list(IPS, MINUTE))).containsExactly("1");
        gate.open();
        assertThat(names(await(before))).isEmpty();
    }

    @Test
    void readersShareTheTreesOfWhatHasNotChanged() {
        arm.store(ip("1"), object("{'v':1}"));
        arm.store(ip("2"), object("{'v':2}"));
        List<ObjectNode> before = list(IPS, MINUTE).list();
        assertThat(list(IPS, MINUTE).list()).usingElementComparator((one, other) -> one == other ? 0 : 1)
                .isEqualTo(before);
        ObjectNode body = object("{'v':3}");
        store.written(ip("1"), body);
        body.put("v", 4);
        List<ObjectNode> after = list(IPS, MINUTE).list();
        assertThat(after.getFirst().path("v").asInt()).isEqualTo(3);
        assertThat(before.getFirst().path("v").asInt()).isEqualTo(1);
        assertThat(after.getLast()).isSameAs(before.getLast());
    }

    @Test
    void aSnapshotIsAValueThatKnowsItsAge() {
        arm.store(ip("1"), object("{}"));
        list(IPS, MINUTE);
        clock.advance(Duration.ofSeconds(5));
        Snapshot snapshot = store.take(List.of(Read.list(IPS, MINUTE), Read.get(ip("9"), MINUTE)));
        put(ip("2"), object("{}"));
        assertThat(snapshot.list(IPS)).hasSize(1);
        assertThat(snapshot.get(ip("9"))).isEmpty();
        assertThat(snapshot.ageMillis(clock.instant())).isEqualTo(5_000);
        assertThat(snapshot.reads()).isEqualTo(1);
        assertThat(store.oldestByType()).containsOnlyKeys(ArmTypes.PUBLIC_IP)
                .containsEntry(ArmTypes.PUBLIC_IP, VirtualClock.START);
        assertThatThrownBy(() -> snapshot.list(LBS)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loadBalancers");
    }

    @Test
    void anInterruptedReaderLeavesTheOthersTheirAnswer() {
        arm.store(ip("1"), object("{}"));
        Gate gate = arm.gateBefore("LIST", IPS);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread first = Thread.ofVirtual().start(() -> {
            try {
                list(IPS, MINUTE);
            } catch (ArmException interrupted) {
                thrown.complete(interrupted);
            }
        });
        gate.awaitArrival();
        first.interrupt();
        assertThat(await(thrown)).hasMessageContaining("interrupted");
        gate.open();
        assertThat(names(list(IPS, MINUTE))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void theAgeIsKnownForEachTypeAndIsThatOfItsOldestAnswer() {
        list(IPS, MINUTE);
        Instant first = clock.instant();
        clock.advance(Duration.ofSeconds(5));
        get(ip("9"), Duration.ZERO);
        list(LBS, MINUTE);
        assertThat(store.oldestByType()).isEqualTo(
                Map.of(ArmTypes.PUBLIC_IP, first, ArmTypes.LOAD_BALANCER, clock.instant()));

        list(IPS, Duration.ZERO);
        assertThat(store.oldestByType()).containsEntry(ArmTypes.PUBLIC_IP, clock.instant());
    }

    @Test
    void answersThatNobodyAsksForAreForgotten() {
        list(IPS, MINUTE);
        clock.advance(Duration.ofMinutes(31));
        list(LBS, MINUTE);
        assertThat(store.oldestByType()).isEqualTo(Map.of(ArmTypes.LOAD_BALANCER, clock.instant()));
    }
}
