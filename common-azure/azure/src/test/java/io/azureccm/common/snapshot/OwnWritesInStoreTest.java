package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.Gate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnWritesInStoreTest extends ObservedStoreFixture {
    @Test
    void ourWritesShowAtOnceInListsAndSingleReads() {
        arm.store(ip("1"), object("{'v':1}"));
        arm.store(ip("2"), object("{'v':1}"));
        list(IPS, MINUTE);
        put(ip("1"), object("{'v':2}"));
        put(ip("3"), object("{'v':3}"));
        delete(ip("2"));
        Observed seen = list(IPS, MINUTE);
        assertThat(names(seen)).containsExactly("1", "3");
        assertThat(seen.list()).containsExactlyInAnyOrder(arm.stored(ip("1")).orElseThrow(),
                arm.stored(ip("3")).orElseThrow());
        assertThat(get(ip("3"), MINUTE).item()).isEqualTo(arm.stored(ip("3")));
        assertThat(get(ip("2"), MINUTE).item()).isEmpty();
        assertThat(arm.calls("LIST") + arm.calls("GET")).isEqualTo(1);
    }

    @Test
    void aListThatBeganBeforeAWriteEndedDoesNotUndoIt() {
        arm.store(ip("1"), object("{'v':1}"));
        arm.store(ip("2"), object("{}"));
        Gate gate = arm.gateAfter("LIST", IPS);
        var stale = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        put(ip("1"), object("{'v':2}"));
        put(ip("3"), object("{}"));
        delete(ip("2"));
        gate.open();
        assertThat(names(await(stale))).containsExactly("1", "3");
        assertThat(await(stale).list()).contains(arm.stored(ip("1")).orElseThrow());
        assertThat(names(list(IPS, MINUTE))).containsExactly("1", "3");
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }

    @Test
    void aBodyFromBeforeTheEndOfAWriteIsOnlyForThoseWhoSayItIsEnough() {
        list(IPS, MINUTE);
        arm.answersEarly();
        put(ip("1"), object("{}"));
        Observed partial = store.read(Read.list(IPS, MINUTE).orPartial());
        assertThat(partial.isPartial()).isTrue();
        assertThat(partial.list().getFirst().has(FakeArm.FILLED)).isFalse();
        assertThat(arm.calls("LIST")).isEqualTo(1);

        Observed whole = list(IPS, MINUTE);
        assertThat(whole.isPartial()).isFalse();
        assertThat(whole.list().getFirst().has(FakeArm.FILLED)).isTrue();
        assertThat(arm.calls("LIST")).isEqualTo(2);
        assertThat(store.read(Read.get(ip("1"), MINUTE).orPartial()).isPartial()).isTrue();
        assertThat(get(ip("1"), MINUTE).list().getFirst().has(FakeArm.FILLED)).isTrue();
    }

    @Test
    void whatWasMadeInALargeCollectionIsReadByItself() {
        manyAreListed();
        arm.answersEarly();
        put(ip("new"), object("{}"));

        Observed whole = list(IPS, MINUTE);
        assertThat(whole.isPartial()).isFalse();
        assertThat(whole.list().getLast().has(FakeArm.FILLED)).isTrue();
        assertThat(arm.calls("LIST")).isEqualTo(1);
        assertThat(arm.calls("GET")).isEqualTo(1);
    }

    @Test
    void largeCollectionIsListedWhereAnItemCannotBeReadByItself() {
        manyAreListed();
        arm.answersEarly();
        put(ip("new"), object("{}"));
        arm.fails("GET", ip("new"), FakeArm.failure(ArmException.Kind.UNAVAILABLE, "Busy"));

        assertThat(list(IPS, MINUTE).isPartial()).isFalse();
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void whatIsWrittenWhileItIsReadByItselfStaysAsItWasWritten() {
        manyAreListed();
        arm.answersEarly();
        put(ip("new"), object("{'v':1}"));
        Gate gate = arm.gateAfter("GET", ip("new"));
        var reading = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        store.written(ip("new"), object("{'v':2}"));
        gate.open();
        assertThat(await(reading).list().getLast().path("v").asInt()).isEqualTo(2);
    }

    @Test
    void whatIsReadByItselfIsNotBelievedIfItBecameDoubtfulMeanwhile() {
        manyAreListed();
        arm.answersEarly();
        put(ip("new"), object("{'v':1}"));
        Gate gate = arm.gateAfter("GET", ip("new"));
        var reading = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        arm.store(ip("new"), object("{'v':2}"));
        store.doubtful(ip("new"));
        gate.open();
        await(reading);
        assertThat(get(ip("new"), MINUTE).list().getFirst().path("v").asInt()).isEqualTo(2);
    }

    private void manyAreListed() {
        for (int i = 0; i < 250; i++) {
            arm.store(ip("ip-" + i), object("{}"));
        }
        list(IPS, MINUTE);
    }

    @Test
    void aCallThatBeganBeforeAnEarlyAnswerIsNotJoinedByThoseWhoWantTheWholeBody() {
        Gate gate = arm.gateAfter("LIST", IPS);
        var before = inBackground(() -> list(IPS, MINUTE));
        gate.awaitArrival();
        arm.answersEarly();
        put(ip("1"), object("{}"));
        assertThat(list(IPS, MINUTE).list().getFirst().has(FakeArm.FILLED)).isTrue();
        gate.open();
        assertThat(await(before).isPartial()).isTrue();
    }

    @Test
    void aListWithAQueryIsReadAnewAfterAWrite() {
        Read filtered = Read.list(IPS, MINUTE).query(Map.of("$filter", "name eq '1'")).orPartial();
        store.read(filtered);
        put(ip("1"), object("{}"));
        assertThat(names(store.read(filtered))).containsExactly("1");
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void whatWasExpandedStaysBesideOurWriteForThoseWhoSayItIsEnough() {
        arm.store(ip("1"), object("{'properties':{'v':1,'gone':1,'instanceView':'running'}}"));
        Read expanded = Read.list(IPS, MINUTE).query(Map.of("$expand", "instanceView"));
        store.read(expanded);
        put(ip("1"), object("{'properties':{'v':2}}"));
        put(ip("2"), object("{}"));
        Observed seen = store.read(expanded.orPartial());
        assertThat(seen.list().getFirst().path("properties"))
                .isEqualTo(object("{'v':2,'instanceView':'running'}"));
        assertThat(names(seen)).containsExactly("1", "2");
        assertThat(arm.calls("LIST")).isEqualTo(1);
        assertThat(store.read(expanded).isPartial()).isFalse();
        assertThat(arm.calls("LIST")).isEqualTo(2);
        delete(ip("1"));
        assertThat(names(store.read(expanded))).containsExactly("2");
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void anExpandedListThatBeganBeforeAWriteEndedDoesNotUndoIt() {
        arm.store(ip("1"), object("{'properties':{'v':1,'instanceView':'running'}}"));
        Read expanded = Read.list(IPS, MINUTE).query(Map.of("$expand", "instanceView")).orPartial();
        Gate gate = arm.gateAfter("LIST", IPS);
        var stale = inBackground(() -> store.read(expanded));
        gate.awaitArrival();
        put(ip("1"), object("{'properties':{'v':2}}"));
        gate.open();
        assertThat(await(stale).list().getFirst().path("properties"))
                .isEqualTo(object("{'v':2,'instanceView':'running'}"));
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
        get(pool, MINUTE);
        assertThat(arm.calls("GET")).isEqualTo(4);
    }

    @Test
    void aWriteToAScaleSetInstanceLeavesTheScaleSetKnown() {
        ArmId sets = ArmId.collection("sub", "rg", ArmTypes.SCALE_SET);
        ArmId set = ArmId.of("sub", "rg", ArmTypes.SCALE_SET, "nodes");
        arm.store(set, object("{}"));
        store.take(List.of(Read.list(sets, MINUTE), Read.list(set.children("virtualMachines"), MINUTE)));
        put(set.child("virtualMachines", "0"), object("{}"));
        assertThat(names(list(set.children("virtualMachines"), MINUTE))).containsExactly("0");
        list(sets, MINUTE);
        assertThat(arm.calls("LIST")).isEqualTo(2);
    }

    @Test
    void aListOfTheWholeSubscriptionShowsOurWritesToo() {
        ArmId everywhere = ArmId.parse("/subscriptions/sub/providers/" + ArmTypes.PUBLIC_IP);
        list(everywhere, MINUTE);
        put(ip("1"), object("{}"));
        assertThat(names(list(everywhere, MINUTE))).containsExactly("1");
        delete(ip("1"));
        assertThat(names(list(everywhere, MINUTE))).isEmpty();
        assertThat(arm.calls("LIST")).isEqualTo(1);
    }
}
