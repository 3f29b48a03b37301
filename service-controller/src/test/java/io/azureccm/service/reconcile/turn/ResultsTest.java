package io.azureccm.service.reconcile.turn;

import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.spec.ServiceSpec.Stop;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.RetryFixture;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.RejectionBisector;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.Timing;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResultsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Set<String> UID = Set.of("uid-a");
    private static final ServiceResult READY = new ServiceResult.Ready(List.of("20.0.0.1"));
    private static final Outcome REFUSED = new Outcome.Rejected(400, "BadPort", "port 0 is not possible");
    private static final Outcome KEPT = new Outcome.Rejected(400, "PublicIPAddressCannotBeDeleted", "in use");

    private final ServiceSpec service = RetryFixture.service("a");
    private final Operation balancer = RetryFixture.put(RetryFixture.BALANCER, "shop/a");
    private final Operation deletion = Operation.delete(RetryFixture.ADDRESS, List.of()).forSubjects(Set.of("shop/a"));
    private final Map<Operation, OperationState> operations = new LinkedHashMap<>();
    private final List<Preparation> preparations = new ArrayList<>();
    private ServiceSpec asked = service;
    private PlannedService planned = served(service);
    private List<String> shown = List.of();
    private Map<String, Instant> guarded = Map.of();
    private Memory memory = Memory.NONE;
    private Requests requests = Requests.NONE;
    private KnownAzure azure = KnownAzure.NOTHING;

    @Test
    void serviceIsReadyAtItsAddressesWhenNothingIsLeftToDo() {
        assertThat(result()).contains(READY);
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
        requests = Requests.NONE.changed(UID, false, false, NOW);

        assertThat(result()).isEmpty();
    }

    @Test
    void serviceThatIsOnlyHeldUntilItsTurnComesHasNoResult() {
        planned = stopped(RejectionBisector.NOT_TRIED_YET);

        assertThat(result()).isEmpty();
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
        assertThat(results().hasNews()).isTrue();

        shown = List.of("20.0.0.1");
        assertThat(results().hasNews()).isFalse();
    }

    @Test
    void newAddressIsNoNewsWhileItsStatusCannotBeWritten() {
        memory = memory.with(Retries.NONE.failed("uid-a", FailedAttempt.of(RetryReason.FAILED, "409"),
                Timing.DEFAULT.retries(), NOW));

        assertThat(results().hasNews()).isFalse();
    }

    @Test
    void serviceFailsForTheWriteThatAzureRefusedBeforeThoseThatNobodyCouldSend() {
        operations.put(balancer, new OperationState.Blocked("lb: not sent: needs publicIPAddresses/x first: no",
                REFUSED, NOW.plusSeconds(2)));
        operations.put(RetryFixture.put(RetryFixture.ADDRESS, "shop/a"), blocked(REFUSED));
        operations.put(RetryFixture.put(ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg"), "shop/a"),
                new OperationState.Blocked("awaits", new Outcome.NotAttempted(Reason.DEFERRED, "awaits"), Instant.MAX));

        assertThat(result()).contains(new ServiceResult.Failed("blocked: port 0 is not possible", RetryReason.FAILED));
    }

    @Test
    void serviceIsServedAlthoughAPublicIpThatSomethingUnseenUsesStays() {
        operations.put(deletion, blocked(KEPT));
        refuse(Results.REFUSALS);

        assertThat(result()).contains(READY);
    }

    @Test
    void serviceIsGoneAlthoughAPublicIpThatSomethingUnseenUsesStays() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(Results.REFUSALS);

        assertThat(result()).contains(new ServiceResult.Gone());
    }

    @Test
    void serviceIsGoneAtOnceWhenAnothersFrontendIsSeenToUseItsPublicIp() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(1);
        azure = observed("Succeeded");

        assertThat(result()).contains(new ServiceResult.Gone());
    }

    @Test
    void serviceIsNotLetGoWhenItsPublicIpIsInUseOnlyUntilAnOperationHasEnded() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(1);

        assertThat(result().orElseThrow()).as("nobody is seen to use it").isInstanceOf(ServiceResult.Failed.class);
        azure = observed("Updating");
        assertThat(result().orElseThrow()).as("the frontend may be about to go")
                .isInstanceOf(ServiceResult.Failed.class);
    }

    @Test
    void serviceIsNotServedWhenItsPublicIpCouldNotBeDeletedForAnotherReason() {
        operations.put(deletion, blocked(REFUSED));

        assertThat(result().orElseThrow()).isInstanceOf(ServiceResult.Failed.class);
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
                .contains(new ServiceResult.Failed("IP address not allocated yet", RetryReason.FAILED));
    }

    @Test
    void serviceFailsForWhatThisPlanCannotDo() {
        planned = planned(service, Optional.of(List.of("20.0.0.1")),
                Optional.of("a private link is in the way"));

        assertThat(result())
                .contains(new ServiceResult.Failed("a private link is in the way", RetryReason.FAILED));
    }

    @ParameterizedTest
    @CsvSource({"PortConflict, CONFLICTING", "BadPort, FAILED"})
    void serviceThatThePlanStoppedFailsForTheReasonOfItsRefusal(String code, RetryReason reason) {
        planned = stopped(code);

        assertThat(result()).contains(new ServiceResult.Failed("stopped by " + code, reason));
    }

    @Test
    void serviceThatAsksForTheImpossibleIsInvalid() {
        planned = stopped("BadAnnotation");
        asked = new ServiceSpec(service.key(), service.uid(), service.age(), true, service.address(), service.traffic(),
                service.access(), service.privateLink(), service.placement(), planned.stop(), List.of());

        assertThat(result()).contains(new ServiceResult.Failed("stopped by BadAnnotation", RetryReason.INVALID));
    }

    @Test
    void everyServiceFailsWhenAzureCannotBeRead() {
        KnownState unreadable = known().with(KnownAzure.NOTHING.failed(
                new KnownAzure.Failure(new IllegalStateException("403"), RetryState.NEW, NOW.plusSeconds(2))));

        assertThat(Results.unreadable(unreadable)).containsExactly(
                Map.entry("uid-a", new ServiceResult.Failed("403", RetryReason.FAILED)));
    }

    /** Azure has refused so often to delete the public IP. */
    private void refuse(int times) {
        WriteMemory writes = WriteMemory.NONE;
        for (int i = 0; i < times; i++)
            writes = writes.after(deletion, KEPT, subject -> false, Timing.DEFAULT.retries(), NOW.plusSeconds(60L * i));
        memory = memory.with(writes);
    }

    /** A load balancer with a frontend at the public IP. */
    private static KnownAzure observed(String state) {
        ObjectNode balancer = JsonNodeFactory.instance.objectNode().put("id", RetryFixture.BALANCER.toString());
        ObjectNode properties = balancer.put("name", "kubernetes").putObject("properties");
        ObjectNode frontend = properties.put("provisioningState", state)
                .putArray("frontendIPConfigurations")
                .addObject()
                .put("name", "users");
        frontend.putObject("properties").putObject("publicIPAddress").put("id", RetryFixture.ADDRESS.toString());
        ObservedState all = new ObservedState(new LoadBalancers(List.of(balancer)), new PublicIps(List.of()),
                Optional.empty(), Map.of(), Map.of(),
                Optional.empty(), Machines.NONE, 0, InFlightChanges.UNKNOWN);
        return KnownAzure.NOTHING.showing(Optional.of(all), Optional.empty(), Map.of());
    }

    private void leave() {
        asked = service.gone();
        planned = planned(asked, Optional.empty(), Optional.empty());
    }

    private PlannedService stopped(String code) {
        return new PlannedService(service,
                Optional.of(new Stop(Stage.TRAFFIC, new Refusal(code, "shop/a", "stopped by " + code))),
                Optional.of(List.of("20.0.0.1")), Optional.empty(), Optional.empty(), List.of());
    }

    private static PlannedService served(ServiceSpec service) {
        return planned(service, Optional.of(List.of("20.0.0.1")), Optional.empty());
    }

    private static PlannedService planned(ServiceSpec service, Optional<List<String>> addresses,
            Optional<String> waiting) {
        return new PlannedService(service, Optional.empty(), addresses, Optional.empty(), waiting, List.of());
    }

    private static OperationState blocked(Outcome outcome) {
        return new OperationState.Blocked("blocked: port 0 is not possible", outcome, NOW.plusSeconds(2));
    }

    private Optional<ServiceResult> result() {
        return Optional.ofNullable(results().all().get("uid-a"));
    }

    private Results results() {
        Map<ArmId, OperationState> states = new LinkedHashMap<>();
        operations.forEach((operation, state) -> states.put(operation.target(), state));
        ServicePlan plan = new ServicePlan(
                new Plan("lb=kubernetes", List.copyOf(operations.keySet()), List.of(), Plan.Basis.NONE),
                Map.of("uid-a", planned), MissingReads.NONE, false, Reading.of(List.of()));
        return new Results(known(), plan, states, preparations, NOW);
    }

    private KnownState known() {
        ClusterState cluster = new ClusterState(List.of(asked),
                Map.of("uid-a", new ServiceState(shown, Optional.empty(), Optional.empty())),
                List.of(), Set.of(), 1);
        return KnownState.begin(NOW)
                .with(new KnownState.Cluster(cluster, Set.of(), guarded))
                .with(memory)
                .with(azure)
                .with(requests);
    }
}
