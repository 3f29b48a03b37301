package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmGateway.PutResult;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.Gate;
import io.azureccm.common.exec.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ObservedStoreTest {
    private static final ArmId IPS = ArmId.collection("sub", "rg", ArmTypes.PUBLIC_IP);
    private static final ArmId LBS = ArmId.collection("sub", "rg", ArmTypes.LOAD_BALANCER);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SETTLE = Duration.ofSeconds(15);

    private final FakeArm arm = new FakeArm();
    private final VirtualClock clock = new VirtualClock();
    private final ObservedStore store = new ObservedStore(arm, clock,
            new ObservedStore.Settings(SETTLE, Duration.ofMinutes(30)));

    private List<String> names(Observation observation) {
        return observation.items().stream().map(node -> node.path("name").asText()).sorted().toList();
    }

    /** A write as the executor makes it: ARM first, then the store. */
    private void put(ArmId id, ObjectNode body) {
        PutResult result = arm.put(id, body, "");
        store.written(id, result.body(), result.isFinal());
    }

    private void delete(ArmId id) {
        arm.delete(id, "");
        store.deleted(id);
    }

    private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void anAnswerIsReusedUntilItIsTooOld() {
        arm.store(ip("1"), object("{}"));
        store.list(IPS, MINUTE);
        clock.advance(MINUTE);
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
        store.list(IPS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
        store.list(IPS, Duration.ZERO);
        assertThat(arm.calls("LIST")).isEqualTo(3);
        assertThat(store.calls()).isEqualTo(3);
    }

    @Test
    void theAgeOfAnAnswerCountsFromTheStartOfItsCall() {
        Gate gate = arm.gateBefore("LIST", IPS);
        var reading = inBackground(() -> store.list(IPS, MINUTE));
        gate.awaitArrival();
        clock.advance(Duration.ofSeconds(40));
        gate.open();
        assertThat(await(reading).asOf()).isEqualTo(VirtualClock.START);
        clock.advance(Duration.ofSeconds(21));
        store.list(IPS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void aMissingResourceIsRemembered() {
        assertThat(store.get(ip("1"), MINUTE).item()).isEmpty();
        assertThat(store.get(ip("1"), MINUTE).item()).isEmpty();
        assertThat(arm.calls("GET")).isEqualTo(1);
    }

    @Test
    void allWhoAskWhileACallIsUnderWayShareIt() {
        Gate gate = arm.gateBefore("LIST", IPS);
        var readers = List.of(inBackground(() -> store.list(IPS, MINUTE)));
        gate.awaitArrival();
        Snapshot[] late = new Snapshot[1];
        Thread joiner = Thread.ofVirtual().start(() -> late[0] = store.take(List.of(Read.list(IPS, MINUTE))));
        while (joiner.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        gate.open();
        await(readers.getFirst());
        join(joiner);
        assertThat(late[0].reads()).isZero();
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void aFailureReachesAllWhoWaitAndIsNotRemembered() {
        Gate gate = arm.gateAfter("LIST", IPS);
        arm.failsAfterwards("LIST", IPS, FakeArm.failure(Kind.UNKNOWN, "InternalServerError"));
        arm.failsAfterwards("LIST", IPS, FakeArm.failure(Kind.UNKNOWN, "InternalServerError"));
        var first = inBackground(() -> store.list(IPS, MINUTE));
        gate.awaitArrival();
        gate.open();
        await(first);
        store.invalidate(IPS);
        assertThatThrownBy(() -> store.list(IPS, MINUTE)).isInstanceOf(ArmException.class);
        assertThatThrownBy(() -> store.list(IPS, MINUTE)).isInstanceOf(ArmException.class);
        assertThat(store.list(IPS, MINUTE).items()).isEmpty();
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
    void ourWritesShowAtOnceInListsAndSingleReads() {
        arm.store(ip("1"), object("{'v':1}"));
        arm.store(ip("2"), object("{'v':1}"));
        store.list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        put(ip("3"), object("{'v':3}"));
        delete(ip("2"));
        Observation seen = store.list(IPS, MINUTE);
        assertThat(names(seen)).containsExactly("1", "3");
        assertThat(seen.items()).containsExactlyInAnyOrder(arm.stored(ip("1")).orElseThrow(),
                arm.stored(ip("3")).orElseThrow());
        assertThat(store.get(ip("3"), MINUTE).item()).isEqualTo(arm.stored(ip("3")));
        assertThat(store.get(ip("2"), MINUTE).item()).isEmpty();
        assertThat(arm.calls("LIST") + arm.calls("GET")).isEqualTo(1);
    }

    @Test
    void aListThatBeganBeforeAWriteEndedDoesNotUndoIt() {
        arm.store(ip("1"), object("{'v':1}"));
        arm.store(ip("2"), object("{}"));
        Gate gate = arm.gateAfter("LIST", IPS);
        var stale = inBackground(() -> store.list(IPS, MINUTE));
        gate.awaitArrival();
        put(ip("1"), object("{'v':2}"));
        put(ip("3"), object("{}"));
        delete(ip("2"));
        gate.open();
        assertThat(names(await(stale))).containsExactly("1", "3");
        assertThat(await(stale).items()).contains(arm.stored(ip("1")).orElseThrow());
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1", "3");
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void aLateAnswerDoesNotReplaceANewerOne() {
        arm.store(ip("1"), object("{'v':1}"));
        Gate slow = arm.gateAfter("LIST", IPS);
        var old = inBackground(() -> store.list(IPS, MINUTE));
        slow.awaitArrival();
        arm.store(ip("2"), object("{}"));
        store.invalidate(IPS);
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1", "2");
        slow.open();
        assertThat(names(await(old))).containsExactly("1");
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1", "2");
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void doubtAboutAResourceMakesEveryReadThatShowsItFresh() {
        arm.store(ip("1"), object("{}"));
        store.take(List.of(Read.list(IPS, MINUTE), Read.list(LBS, MINUTE), Read.get(ip("1"), MINUTE)));
        arm.store(ip("1"), object("{'v':'theirs'}"));
        store.doubtful(ip("1"));
        assertThat(store.list(IPS, MINUTE).items().getFirst().path("v").asText()).isEqualTo("theirs");
        assertThat(store.get(ip("1"), MINUTE).items().getFirst().path("v").asText()).isEqualTo("theirs");
        store.list(LBS, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(3);
        assertThat(arm.calls("GET")).isEqualTo(2);
    }

    @Test
    void aCallThatBeganBeforeADoubtIsNotJoined() {
        Gate gate = arm.gateAfter("LIST", IPS);
        var before = inBackground(() -> store.list(IPS, MINUTE));
        gate.awaitArrival();
        arm.store(ip("1"), object("{}"));
        store.doubtful(ip("1"));
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1");
        gate.open();
        assertThat(names(await(before))).isEmpty();
    }

    @Test
    void aBodyFromBeforeTheEndOfAWriteIsOnlyForThoseWhoSayItIsEnough() {
        store.list(IPS, MINUTE);
        arm.answersEarly();
        put(ip("1"), object("{}"));
        Observation partial = store.read(Read.list(IPS, MINUTE).orPartial());
        assertThat(partial.isPartial()).isTrue();
        assertThat(partial.items().getFirst().has(FakeArm.FILLED)).isFalse();
        assertThat(arm.calls("LIST")).isEqualTo(1);

        Observation whole = store.list(IPS, MINUTE);
        assertThat(whole.isPartial()).isFalse();
        assertThat(whole.items().getFirst().has(FakeArm.FILLED)).isTrue();
        assertThat(arm.calls("LIST")).isEqualTo(2);
        assertThat(store.read(Read.get(ip("1"), MINUTE).orPartial()).isPartial()).isTrue();
        assertThat(store.get(ip("1"), MINUTE).items().getFirst().has(FakeArm.FILLED)).isTrue();
    }

    @Test
    void aCallThatBeganBeforeAnEarlyAnswerIsNotJoinedByThoseWhoWantTheWholeBody() {
        Gate gate = arm.gateAfter("LIST", IPS);
        var before = inBackground(() -> store.list(IPS, MINUTE));
        gate.awaitArrival();
        arm.answersEarly();
        put(ip("1"), object("{}"));
        assertThat(store.list(IPS, MINUTE).items().getFirst().has(FakeArm.FILLED)).isTrue();
        gate.open();
        assertThat(await(before).isPartial()).isTrue();
    }

    @Test
    void aListWithAQueryIsReadAnewAfterAWrite() {
        Read expanded = Read.list(IPS, MINUTE).query(Map.of("$expand", "instanceView"));
        store.read(expanded);
        put(ip("1"), object("{}"));
        assertThat(names(store.read(expanded))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void aWriteToAPartMakesItsWholeDoubtfulAndTheOtherWayRound() {
        arm.store(loadBalancer("lb"), object("{}"));
        ArmId pool = loadBalancer("lb").child("backendAddressPools", "p");
        store.take(List.of(Read.list(LBS, MINUTE), Read.get(loadBalancer("lb"), MINUTE), Read.get(pool, MINUTE)));
        put(pool, object("{}"));
        store.take(List.of(Read.list(LBS, MINUTE), Read.get(loadBalancer("lb"), MINUTE)));
        assertThat(arm.calls("LIST")).isEqualTo(2);
        assertThat(arm.calls("GET")).isEqualTo(3);
        put(loadBalancer("lb"), object("{}"));
        store.get(pool, MINUTE);
        assertThat(arm.calls("GET")).isEqualTo(4);
    }

    @Test
    void aWriteToAScaleSetInstanceLeavesTheScaleSetKnown() {
        ArmId sets = ArmId.collection("sub", "rg", ArmTypes.SCALE_SET);
        ArmId set = ArmId.of("sub", "rg", ArmTypes.SCALE_SET, "nodes");
        arm.store(set, object("{}"));
        store.take(List.of(Read.list(sets, MINUTE), Read.list(set.children("virtualMachines"), MINUTE)));
        put(set.child("virtualMachines", "0"), object("{}"));
        assertThat(names(store.list(set.children("virtualMachines"), MINUTE))).containsExactly("0");
        store.list(sets, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void aListOfTheWholeSubscriptionShowsOurWritesToo() {
        ArmId everywhere = ArmId.parse("/subscriptions/sub/providers/" + ArmTypes.PUBLIC_IP);
        store.list(everywhere, MINUTE);
        put(ip("1"), object("{}"));
        assertThat(names(store.list(everywhere, MINUTE))).containsExactly("1");
        delete(ip("1"));
        assertThat(names(store.list(everywhere, MINUTE))).isEmpty();
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void anAnswerThatLagsBehindOurWriteIsNotBelievedUntilItHasHadTimeToSettle() {
        ObjectNode before = arm.store(ip("1"), object("{'v':1}"));
        ObjectNode doomed = arm.store(ip("2"), object("{}"));
        store.list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        delete(ip("2"));
        put(ip("3"), object("{}"));
        LaggingList lag = new LaggingList(arm, List.of(before, doomed));
        ObservedStore lagging = new ObservedStore(lag, clock, new ObservedStore.Settings(SETTLE, MINUTE));
        lagging.list(IPS, MINUTE);
        lagging.written(ip("1"), arm.stored(ip("1")).orElseThrow(), true);
        lagging.deleted(ip("2"));
        lagging.written(ip("3"), arm.stored(ip("3")).orElseThrow(), true);

        Observation seen = lagging.list(IPS, Duration.ZERO);
        assertThat(names(seen)).containsExactly("1", "3");
        assertThat(seen.items()).contains(arm.stored(ip("1")).orElseThrow());
        assertThat(seen.isPartial()).isTrue();

        clock.advance(SETTLE);
        assertThat(names(lagging.list(IPS, Duration.ZERO))).containsExactly("1", "2");
    }

    @Test
    void somebodyElsesLaterChangeIsBelievedAtOnce() {
        arm.store(ip("1"), object("{'v':1}"));
        store.list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        arm.store(ip("1"), object("{'v':'theirs'}"));
        assertThat(store.list(IPS, Duration.ZERO).items().getFirst().path("v").asText()).isEqualTo("theirs");
    }

    @Test
    void whatAReaderDoesToAnAnswerDoesNotReachTheStore() {
        arm.store(ip("1"), object("{'v':1}"));
        ObjectNode answer = store.list(IPS, MINUTE).items().getFirst();
        answer.put("v", 2);
        assertThat(store.list(IPS, MINUTE).items().getFirst().path("v").asInt()).isEqualTo(1);
        ObjectNode body = object("{'v':3}");
        store.written(ip("1"), body, true);
        body.put("v", 4);
        assertThat(store.get(ip("1"), MINUTE).items().getFirst().path("v").asInt()).isEqualTo(3);
    }

    @Test
    void aSnapshotIsAValueThatKnowsItsAge() {
        arm.store(ip("1"), object("{}"));
        store.list(IPS, MINUTE);
        clock.advance(Duration.ofSeconds(5));
        Snapshot snapshot = store.take(List.of(Read.list(IPS, MINUTE), Read.get(ip("9"), MINUTE)));
        put(ip("2"), object("{}"));
        assertThat(snapshot.list(IPS)).hasSize(1);
        assertThat(snapshot.get(ip("9"))).isEmpty();
        assertThat(snapshot.ageMillis(clock.instant())).isEqualTo(5_000);
        assertThat(snapshot.reads()).isEqualTo(1);
        assertThat(store.oldest()).contains(VirtualClock.START);
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
                store.list(IPS, MINUTE);
            } catch (ArmException interrupted) {
                thrown.complete(interrupted);
            }
        });
        gate.awaitArrival();
        first.interrupt();
        assertThat(await(thrown)).hasMessageContaining("interrupted");
        gate.open();
        assertThat(names(store.list(IPS, MINUTE))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void answersThatNobodyAsksForAreForgotten() {
        store.list(IPS, MINUTE);
        clock.advance(Duration.ofMinutes(31));
        store.list(LBS, MINUTE);
        assertThat(store.oldest()).contains(clock.instant());
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
