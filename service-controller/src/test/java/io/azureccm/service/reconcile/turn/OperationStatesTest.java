package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.RetryFixture;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Timing;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationStatesTest {
    private static final ArmId BALANCER = RetryFixture.BALANCER;
    private static final ArmId ADDRESS = RetryFixture.ADDRESS;
    private static final ArmId GROUP = ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg");
    private static final ArmId SCALE_SET = ArmId.of("s", "rg", ArmTypes.SCALE_SET, "vmss");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    private static final Set<String> A = Set.of("uid-a");

    private final List<ServiceSpec> services = List.of(RetryFixture.service("a"), RetryFixture.service("b"));
    private final Operation address = RetryFixture.put(ADDRESS, "shop/a");
    private final Operation balancer = RetryFixture.put(BALANCER, "shop/a", "shop/b");
    private final Set<String> busy = new HashSet<>();
    private final Lanes underWay = busy::contains;
    private KnownState known = KnownState.begin(NOW)
            .with(new KnownState.Cluster(new ClusterState(services, Map.of(), List.of(), Set.of(), 2), Set.of(),
                    Map.of()));
    private List<Preparation> preparations = List.of();
    private Set<ArmId> outdated = Set.of();

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
        request(Requests.NONE.changed(A, false, false, NOW).closed());
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
    void loadBalancerIsReadAgainBeforeItIsWrittenWhenPoolsChanged() {
        poolsChange();

        assertThat(waits(NOW, balancer).what()).isEqualTo(BALANCER.shortName() + " to be read again");
        assertThat(outdated).containsExactly(ArmId.collection("s", "rg", ArmTypes.LOAD_BALANCER));
    }

    @Test
    void loadBalancerThatAwaitsAPoolIsReadAgainWhenPoolsChanged() {
        poolsChange();

        states(NOW, balancer.awaiting(Set.of("pool kubernetes")));

        assertThat(outdated).isNotEmpty();
    }

    @Test
    void nothingIsReadAgainWhenPoolsChangedAndNoLoadBalancerCanBeWritten() {
        poolsChange();
        busy.add(ResourceLanes.laneOf(BALANCER).key());

        assertThat(states(NOW, address, RetryFixture.put(SCALE_SET, "shop/a"), balancer))
                .containsEntry(SCALE_SET, OperationState.READY);
        assertThat(outdated).isEmpty();
    }

    @Test
    void loadBalancerIsReadyWhenItWasReadSincePoolsChanged() {
        known = known.with(KnownAzure.NOTHING.poolsChange()
                .read(new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE), NOW));

        assertThat(states(NOW, balancer)).containsEntry(BALANCER, OperationState.READY);
    }

    @Test
    void securityGroupIsReadAgainBeforeItIsWrittenOnceMoreWhenItIsAsOurOwnWriteLeftIt() {
        ObservedState shown = new ObservedState(new LoadBalancers(List.of()), new PublicIps(List.of()),
                Optional.empty(), Map.of(), Map.of(), Optional.empty(), Machines.NONE, 0,
                InFlightChanges.UNKNOWN.withUnconfirmed(Set.of(GROUP)));
        known = known.with(KnownAzure.NOTHING.showing(Optional.of(shown), Optional.empty(), Map.of()));
        Operation group = RetryFixture.put(GROUP, "shop/a");

        assertThat(states(NOW, balancer, group)).containsEntry(BALANCER, OperationState.READY)
                .containsEntry(GROUP, OperationState.Waits.on(GROUP.shortName() + " to be read again"));
        assertThat(outdated).containsExactly(GROUP);
    }

    @Test
    void nothingIsSentInADryRun() {
        OperationStates dry = of(NOW, address, balancer);

        assertThat(dry.ofDryRun().values()).isNotEmpty().noneMatch(OperationState.READY::equals);
    }

    private void poolsChange() {
        known = known.with(KnownAzure.NOTHING.poolsChange());
    }

    private void refuse(Operation operation) {
        remember(ended(known.memory().writes(), operation, REFUSED));
    }

    private static WriteMemory ended(WriteMemory writes, Operation operation, Outcome outcome) {
        return writes.after(operation, outcome, subject -> true, Timing.DEFAULT.retries(), NOW);
    }

    private void remember(WriteMemory writes) {
        known = known.with(Memory.NONE.with(writes));
    }

    private void request(Requests requests) {
        known = known.with(requests);
    }

    private OperationState.Waits waits(Instant now, Operation operation) {
        return (OperationState.Waits) states(now, operation).get(operation.target());
    }

    private Map<ArmId, OperationState> states(Instant now, Operation... operations) {
        OperationStates states = of(now, operations);
        Map<ArmId, OperationState> all = states.all();
        outdated = states.outdated();
        return all;
    }

    private OperationStates of(Instant now, Operation... operations) {
        return new OperationStates(known, RetryFixture.planFor(services, operations), preparations, Timing.DEFAULT,
                underWay, now);
    }
}
