package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.WriteMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OperationStatesTest extends OperationStatesFixture {
    @Test
    void operationIsReadyWhenNothingComesFirst() {
        assertThat(states(NOW, address, balancer)).containsEntry(ADDRESS, OperationState.READY)
                .containsEntry(BALANCER, OperationState.READY);
        assertThat(outdated).isEmpty();
    }

    @Test
    void operationIsUnderWayFromItsSendingOn() {
        remember(WriteMemory.NONE.sent(address));

        assertThat(states(NOW, address)).containsEntry(ADDRESS, OperationState.UNDER_WAY);
    }

    @Test
    void operationWaitsWhenItsLaneIsBusy() {
        busy.add(ResourceLanes.laneOf(BALANCER).key());

        assertThat(waits(NOW, balancer).what()).contains("another write of", BALANCER.shortName());
    }

    @Test
    void onlyOneOfTwoOperationsOfALaneIsReady() {
        ArmId pool = BALANCER.child("backendAddressPools", "kubernetes");

        assertThat(states(NOW, balancer, RetryFixture.put(pool, "shop/a")).values())
                .filteredOn(OperationState.READY::equals)
                .hasSize(1);
    }

    @Test
    void publicIpsAreSentSoManyAtATimeThatOthersFindAFreePlaceBesideThem() {
        Operation[] all = IntStream.range(0, 50)
                .mapToObj(i -> RetryFixture.put(ArmId.of("sub", "rg", ArmTypes.PUBLIC_IP, "ip" + i), "shop/s" + i))
                .toArray(Operation[]::new);
        Operation[] withBalancer = Stream.concat(Stream.of(all), Stream.of(balancer)).toArray(Operation[]::new);

        Map<ArmId, OperationState> states = states(NOW, withBalancer);

        assertThat(states.values()).filteredOn(OperationState.READY::equals)
                .hasSize(OperationStates.MAX_PUBLIC_IPS + 1);
        assertThat(states).containsEntry(BALANCER, OperationState.READY);
        WriteMemory sent = WriteMemory.NONE;
        for (Operation each : List.of(all).subList(0, OperationStates.MAX_PUBLIC_IPS - 1))
            sent = sent.sent(each);
        remember(sent);
        assertThat(states(NOW, all).values()).as("as many as have ended")
                .filteredOn(OperationState.READY::equals)
                .hasSize(1);
    }

    @Test
    void operationWaitsForTheOneThatComesFirst() {
        Map<ArmId, OperationState> states = states(NOW, address, balancer.after(Set.of(ADDRESS)));

        assertThat(states).containsEntry(ADDRESS, OperationState.READY)
                .containsEntry(BALANCER, OperationState.Waits.on(ADDRESS.shortName()));
    }

    @Test
    void deletionWaitsForAWriteUnderWayForItsServiceAlthoughThePlanSaysNothingOfIt() {
        Operation deletion = Operation.delete(ADDRESS, List.of()).forSubjects(Set.of("shop/a"));
        remember(WriteMemory.NONE.sent(balancer));

        assertThat(waits(NOW, deletion).what()).isEqualTo(BALANCER.shortName());
        assertThat(states(NOW, deletion.forSubjects(Set.of("shop/c")))).as("it is another's")
                .containsEntry(ADDRESS, OperationState.READY);
        remember(WriteMemory.NONE.sent(RetryFixture.put(GROUP, "shop/a")));
        assertThat(states(NOW, deletion)).as("the security group uses nothing that is deleted")
                .containsEntry(ADDRESS, OperationState.READY);
    }

    @Test
    void operationIsReadyWhenWhatComesFirstIsNotInThePlanAnyMore() {
        assertThat(states(NOW, balancer.after(Set.of(ADDRESS)))).containsEntry(BALANCER, OperationState.READY);
    }

    @Test
    void operationIsBlockedByTheRootOfWhatComesFirst() {
        refuse(address);

        Map<ArmId, OperationState> states = states(NOW, address, balancer.after(Set.of(ADDRESS)),
                RetryFixture.put(GROUP, "shop/a").after(Set.of(BALANCER)));

        OperationState.Blocked group = (OperationState.Blocked) states.get(GROUP);
        assertThat(group.problem()).isEqualTo(GROUP.shortName() + ": not sent: needs " + ADDRESS.shortName()
                + " first: BadPort (HTTP 400): port 0 is not possible");
        assertThat(group.outcome()).isEqualTo(REFUSED);
        assertThat(group.until()).isEqualTo(NOW.plusSeconds(2));
        assertThat(states.get(BALANCER).isPending()).isFalse();
    }

    @Test
    void operationThatFailedIsBlockedUntilItIsDueAndReadyThen() {
        refuse(address);

        assertThat(states(NOW.plusMillis(1_999), address).get(ADDRESS)).isEqualTo(new OperationState.Blocked(
                ADDRESS.shortName() + ": BadPort (HTTP 400): port 0 is not possible", REFUSED, NOW.plusSeconds(2)));
        assertThat(states(NOW.plusSeconds(2), address)).containsEntry(ADDRESS, OperationState.READY);
    }

    @Test
    void operationWhoseConflictIsSilentWaitsForAnotherTry() {
        Outcome conflict = new Outcome.Conflict("412");
        remember(ended(ended(WriteMemory.NONE, address, conflict), address, conflict));

        assertThat(states(NOW, address)).containsEntry(ADDRESS,
                OperationState.Waits.until("another try", NOW.plusMillis(200)));
    }

    @Test
    void deferredOperationWaitsWhileAnotherOneMayStillBringWhatItAwaits() {
        assertThat(states(NOW, address, balancer.awaiting(Set.of("an address")))).containsEntry(BALANCER,
                OperationState.Waits.on("an address"));
    }

    @Test
    void deferredOperationIsBlockedWhenNothingIsLeftToCome() {
        refuse(address);

        Map<ArmId, OperationState> states = states(NOW, address, balancer.awaiting(Set.of("an address")));

        assertThat(states.get(BALANCER)).isInstanceOfSatisfying(OperationState.Blocked.class, blocked -> {
            assertThat(blocked.problem()).contains("awaits an address");
            assertThat(blocked.outcome()).isInstanceOf(Outcome.NotAttempted.class);
        });
    }

    @Test
    void sharedWriteWaitsUntilTheWindowClosesAndThePublicIpDoesNot() {
        request(new Requests(Map.of(), Optional.of(new Requests.Window(NOW, NOW)), false));

        assertThat(states(NOW.plusMillis(399), address, balancer)).containsEntry(ADDRESS, OperationState.READY)
                .containsEntry(BALANCER, OperationState.Waits.until("further changes", NOW.plusMillis(400)));
        assertThat(states(NOW.plusMillis(400), address, balancer)).containsEntry(BALANCER, OperationState.READY);
    }

    @Test
    void writesForAServiceThatChangedJustNowWaitUntilItSettlesAndThoseOfOthersDoNot() {
        request(Requests.NONE.changed(new ChangedObjects(A, false), NOW).closed());
        Operation other = RetryFixture.put(ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a2"), "shop/b");

        Map<ArmId, OperationState> states = states(NOW, address, other);

        assertThat(states).containsEntry(other.target(), OperationState.READY)
                .containsEntry(ADDRESS, OperationState.Waits.until("further changes of shop/a", NOW.plusMillis(100)));
        assertThat(states(NOW.plusMillis(100), address)).containsEntry(ADDRESS, OperationState.READY);
    }

    @Test
    void writesForAServiceWaitWhileAResultIsWrittenIntoIt() {
        busy.add("uid-a");

        assertThat(waits(NOW, address).what()).isEqualTo("Service shop/a to show its last result");
    }

    @Test
    void writesForAServiceWaitUntilItIsPrepared() {
        preparations = List.of(new Preparation.AddFinalizer("uid-a"));

        assertThat(waits(NOW, address).what()).isEqualTo("Service shop/a to add the load balancer finalizer");
    }

    @Test
    void nothingIsSentInADryRun() {
        OperationStates dry = of(NOW, address, balancer);

        assertThat(dry.ofDryRun().values()).isNotEmpty().noneMatch(OperationState.READY::equals);
    }
}
