package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceResultsTest extends ServiceResultsFixture {
    @Test
    void serviceIsReadyAtItsAddressesWhenNothingIsLeftToDo() {
        assertThat(result()).contains(READY);
    }

    @Test
    void noticesThatConcernWhatIsInForceAreRemarksOfAReadyService() {
        Notice shown = Notice.warning(Notice.Source.AZURE, "InvalidSourceRanges", "x is ignored").alsoInCondition();
        planned = new PlannedService(service, Optional.empty(), Optional.of(List.of("20.0.0.1")), Optional.empty(),
                Optional.empty(), List.of(shown, Notice.normal(Notice.Source.AZURE, "Other", "of no concern")),
                Optional.empty());

        assertThat(result()).contains(new ServiceResult.Ready(List.of("20.0.0.1"), "x is ignored"));
    }

    static List<OperationState> pending() {
        return List.of(OperationState.READY, OperationState.UNDER_WAY, OperationState.Waits.on("something"));
    }

    @ParameterizedTest
    @MethodSource("pending")
    void serviceHasNoResultWhileAnythingIsPending(OperationState state) {
        operations.put(deletion, blocked(REFUSED));
        operations.put(balancer, state);

        assertThat(result()).isEmpty();
    }

    @Test
    void serviceHasNoResultWhileAWriteForItIsUnderWayThatThePlanDoesNotNameAnyMore() {
        memory = memory.with(WriteMemory.NONE.sent(balancer));

        assertThat(result()).isEmpty();
    }

    @Test
    void serviceHasNoResultBeforeItIsPrepared() {
        preparations.add(new Preparation.AddFinalizer("uid-a"));

        assertThat(result()).isEmpty();
    }

    @Test
    void serviceHasNoResultBeforeItSettles() {
        requests = Requests.NONE.changed(new ChangedObjects(UID, false), NOW);

        assertThat(result()).isEmpty();
    }

    @Test
    void serviceThatIsOnlyHeldUntilItsTurnComesHasNoResult() {
        planned = stopped(Rejections.NOT_TRIED_YET);

        assertThat(result()).isEmpty();
    }

    /** Azure may have failed it, and shows that late. */
    @Test
    void newAddressIsNotToldRightAfterAPoolOfALoadBalancerWasWrittenWithAnUnknownOutcome() {
        Operation pool = RetryFixture.put(RetryFixture.BALANCER.child("backendAddressPools", "shop-b"), "shop/b");
        memory = memory.with(after(WriteMemory.NONE, pool, NOW));
        assertThat(result()).isEmpty();

        memory = memory.with(after(WriteMemory.NONE, pool, NOW.minusSeconds(1)));
        assertThat(result()).as("the write may be sent again").contains(READY);
    }

    private static WriteMemory after(WriteMemory writes, Operation lost, Instant at) {
        return writes.after(lost, new Outcome.Unknown("lost"), subject -> true, ServiceTiming.DEFAULT.retries(), at);
    }

    @Test
    void newAddressIsNotToldWhileALoadBalancerIsWrittenForOthers() {
        memory = memory.with(WriteMemory.NONE.sent(RetryFixture.put(RetryFixture.BALANCER, "shop/b")));
        assertThat(result()).isEmpty();

        shown = List.of("20.0.0.1");
        assertThat(result()).as("it shows the address already").contains(READY);
    }

    @Test
    void newAddressIsNewsAndAnAddressThatIsShownIsNone() {
        assertThat(results().hasUnpublishedAddresses()).isTrue();

        shown = List.of("20.0.0.1");
        assertThat(results().hasUnpublishedAddresses()).isFalse();
    }

    @Test
    void newAddressIsNoNewsWhileItsStatusCannotBeWritten() {
        memory = memory.with(Retries.NONE.notWritten("uid-a", ServiceTiming.DEFAULT.retries(), NOW));

        assertThat(results().hasUnpublishedAddresses()).isFalse();
    }

    /** Its status is written all the same, so the load balancer waits for that. */
    @Test
    void newAddressIsNewsThoughTheServiceWasRefusedBefore() {
        memory = memory.with(Retries.NONE.failed("uid-a", FailedAttempt.of(RetryReason.FAILED, "409"),
                ServiceTiming.DEFAULT.retries(), NOW));

        assertThat(results().hasUnpublishedAddresses()).isTrue();
    }

    /** A Service that was left out for a while loses its rules to a write that is still under way. */
    @Test
    void newAddressIsNotToldWhileTheSecurityGroupLosesRules() {
        ArmId group = ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg");
        Operation removal = Operation.put(group, JsonNodeFactory.instance.objectNode(), "",
                List.of(Change.remove("rule", "allow", Cause.of("AddressReleased"))));
        memory = memory.with(WriteMemory.NONE.sent(removal));
        assertThat(result()).isEmpty();

        shown = List.of("20.0.0.1");
        assertThat(result()).as("it shows the address already").contains(READY);
    }

    @Test
    void serviceFailsForTheWriteThatAzureRefusedBeforeThoseThatNobodyCouldSend() {
        operations.put(balancer, new OperationState.Blocked("lb: not sent: needs publicIPAddresses/x first: no",
                REFUSED, NOW.plusSeconds(2)));
        operations.put(RetryFixture.put(RetryFixture.ADDRESS, "shop/a"), blocked(REFUSED));
        operations.put(RetryFixture.put(ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg"), "shop/a"),
                new OperationState.Blocked("awaits", new Outcome.NotAttempted(Reason.DEFERRED, "awaits"), Instant.MAX));

        assertThat(result()).contains(new ServiceResult.Failed("blocked: port 0 is not possible", RetryReason.FAILED,
                ServiceReason.REJECTED));
    }

    @Test
    void serviceIsNotLetGoWhileAzureMayShowAnOlderState() {
        leave();
        guarded = Map.of("shop/a", NOW.plusSeconds(9));

        assertThat(result()).contains(new ServiceResult.Unsure(NOW.plusSeconds(9)));
    }

    @Test
    void serviceFailsWhenItHasNoAddress() {
        planned = planned(service, Optional.empty(), Optional.empty());

        assertThat(result())
                .contains(new ServiceResult.Failed("IP address not allocated yet", RetryReason.FAILED,
                        ServiceReason.ADDRESS_PENDING));
    }

    @Test
    void serviceFailsForWhatThisPlanCannotDo() {
        planned = planned(service, Optional.of(List.of("20.0.0.1")),
                Optional.of("a private link is in the way"));

        assertThat(result())
                .contains(new ServiceResult.Failed("a private link is in the way", RetryReason.FAILED,
                        ServiceReason.INCOMPLETE));
    }

    @ParameterizedTest
    @CsvSource({"PortConflict, CONFLICTING, IN_USE", "BadPort, FAILED, REJECTED"})
    void serviceThatThePlanStoppedFailsForTheReasonOfItsRefusal(String code, RetryReason reason, ServiceReason why) {
        planned = stopped(code);

        assertThat(result()).contains(new ServiceResult.Failed("stopped by " + code, reason, why));
    }

    @Test
    void serviceThatAsksForTheImpossibleIsInvalid() {
        planned = stopped("BadAnnotation");
        asked = new ServiceSpec(service.key(), service.uid(), service.age(), true, service.address(), service.traffic(),
                service.access(), service.privateLink(), service.placement(), planned.stop(), List.of());

        assertThat(result()).contains(new ServiceResult.Failed("stopped by BadAnnotation", RetryReason.INVALID,
                ServiceReason.REJECTED));
    }

    /** Its address would be gone as soon as the deletion has ended. */
    @Test
    void serviceOnALoadBalancerThatIsBeingDeletedIsNotReady() {
        shown = List.of("20.0.0.1");
        azure = balancers(balancer("kubernetes", "Deleting"));
        assertThat(result()).contains(new ServiceResult.Failed(
                "load balancer kubernetes is being deleted and is created again", RetryReason.FAILED,
                ServiceReason.INCOMPLETE));

        azure = balancers(balancer("kubernetes", "Deleting"), balancer("lb2", "Succeeded"));
        assertThat(result()).as("it has moved").contains(READY);
    }

    /** A load balancer with a frontend of the Service. */
    private LoadBalancer balancer(String name, String state) {
        ObjectNode balancer = JsonNodeFactory.instance.objectNode()
                .put("id", ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, name).toString())
                .put("name", name);
        balancer.putObject("properties")
                .put("provisioningState", state)
                .putArray("frontendIPConfigurations")
                .addObject()
                .put("name", service.baseName());
        return LoadBalancer.of(balancer);
    }

    private static KnownAzure balancers(LoadBalancer... all) {
        return KnownAzure.NOTHING.showing(Optional.of(new ObservedState(new LoadBalancers(List.of(all)),
                new PublicIps(List.of()), Optional.empty(), Map.of(), Map.of(), Optional.empty(), Machines.NONE, 0,
                InFlightChanges.UNKNOWN, UnreadableState.NONE)), Optional.empty());
    }

    @Test
    void everyServiceFailsWhenAzureCannotBeRead() {
        KnownState unreadable = known().with(KnownAzure.NOTHING.failed(
                new KnownAzure.Failure(ReadProblem.of(new IllegalStateException("403")), RetryState.NEW,
                        NOW.plusSeconds(2))));

        assertThat(ServiceResults.unreadable(unreadable, NOW)).containsExactly(
                Map.entry("uid-a",
                        new ServiceResult.Failed("403", RetryReason.FAILED, ServiceReason.AZURE_UNREADABLE)));
        Requests change = Requests.NONE.changed(new ChangedObjects(Set.of("uid-a"), false), NOW);
        assertThat(ServiceResults.unreadable(unreadable.with(change), NOW)).as("work on it has not begun").isEmpty();
    }
}
