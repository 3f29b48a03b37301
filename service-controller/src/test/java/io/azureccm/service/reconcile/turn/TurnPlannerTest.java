package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long available addresses wait for others, and which Services are written without which. */
class TurnPlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Outcome REFUSED = new Outcome.Rejected(400, "PublicIPCountLimitReached", "no more of them");

    private final World world = new World(2);
    private Memory memory = Memory.NONE;

    @BeforeEach
    void twoNewServices() {
        world.service(Services.named("a").port("TCP", 80).yaml());
        world.service(Services.named("b").port("TCP", 81).yaml());
    }

    @Test
    void publicIpsOfAllNewServicesAreReadyAtOnceAndTheLoadBalancerWaits() {
        TurnPlan plan = plan(NOW);

        assertThat(addresses(plan)).hasSize(2).allMatch(operation -> isReady(plan, operation));
        assertThat(balancer(plan)).hasValueSatisfying(
                operation -> assertThat(plan.stateOf(operation)).isInstanceOf(OperationState.Waits.class));
        assertThat(plan.results()).isEmpty();
        assertThat(plan.batching().due()).as("nobody has an address that could wait").isEmpty();
    }

    @Test
    void loadBalancerIsWrittenForAllWhenAllHaveTheirAddresses() {
        addresses(plan(NOW)).forEach(world::applyOne);

        TurnPlan plan = plan(NOW);

        assertThat(balancer(plan).orElseThrow().subjects()).contains("shop/a", "shop/b");
        assertThat(isReady(plan, balancer(plan).orElseThrow())).isTrue();
        assertThat(plan.batching()).isEqualTo(TurnPlan.Batching.NONE);
    }

    @Test
    void addressThatIsThereWaitsForTheOneThatIsBeingMade() {
        firstHasItsAddress();

        TurnPlan plan = plan(NOW);

        assertThat(plan.batching()).isEqualTo(new TurnPlan.Batching(Optional.of(NOW),
                Optional.of(NOW.plus(ServiceTiming.DEFAULT.addressWait())), false, false));
        assertThat(plan.ready()).noneMatch(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER));
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "1, 2000", "2, 4000", "3, 8000", "4, 10000", "40, 10000"})
    void waitDoublesWithEachPartOfABurstUpToTenSeconds(int partial, long millis) {
        firstHasItsAddress();
        memory = memory.with(new Memory.Batch(Optional.of(NOW), partial));
        Duration wait = Duration.ofMillis(millis);

        assertThat(plan(NOW.plus(wait).minusMillis(1)).batching().isPartial()).isFalse();
        TurnPlan plan = plan(NOW.plus(wait));

        assertThat(plan.batching().isPartial()).isTrue();
        assertThat(balancer(plan).orElseThrow().subjects()).contains("shop/a").doesNotContain("shop/b");
        assertThat(isReady(plan, balancer(plan).orElseThrow())).isTrue();
    }

    @Test
    void partHoldsOnlyServicesWithKnownAddressesSoThatTheSecurityGroupIsWrittenBesideTheLoadBalancer() {
        world.service(Services.named("c").port("TCP", 82).yaml());
        firstHasItsAddress();
        addresses(plan(NOW)).stream().filter(operation -> operation.subjects().contains("shop/c")).forEach(written -> {
            world.applyOne(written);
            world.resources().get(written.target()).withObject("/properties").remove("ipAddress");
        });
        memory = memory.with(new Memory.Batch(Optional.of(NOW), 0));

        TurnPlan plan = plan(NOW.plus(ServiceTiming.DEFAULT.addressWait()));

        assertThat(balancer(plan).orElseThrow().subjects()).contains("shop/a").doesNotContain("shop/b", "shop/c");
        assertThat(plan.ready()).extracting(operation -> operation.target().type())
                .contains(ArmTypes.LOAD_BALANCER, ArmTypes.SECURITY_GROUP);
    }

    @Test
    void serviceThatIsLeftOutOfAPartHasNoResultAndIsNotRefused() {
        firstHasItsAddress();
        memory = memory.with(new Memory.Batch(Optional.of(NOW), 0));

        TurnPlan plan = plan(NOW.plus(ServiceTiming.DEFAULT.addressWait()));

        assertThat(plan.batching().isPartial()).isTrue();
        assertThat(plan.results()).isEmpty();
        assertThat(plan.refusals()).isEmpty();
    }

    @Test
    void publicIpThatFailedStopsOnlyItsService() {
        Operation failing = firstHasItsAddress();
        remember(WriteMemory.NONE.after(failing, REFUSED, subject -> true, ServiceTiming.DEFAULT.retries(), NOW));

        TurnPlan plan = plan(NOW);

        assertThat(isReady(plan, balancer(plan).orElseThrow())).isTrue();
        assertThat(balancer(plan).orElseThrow().subjects()).contains("shop/a").doesNotContain("shop/b");
        for (int round = 0; round < 4; round++)
            plan(NOW).ready().forEach(world::applyOne);
        assertThat(plan(NOW).results().get(Services.uid("a"))).isInstanceOf(ServiceResult.Ready.class);
        assertThat(plan(NOW).results().get(Services.uid("b"))).isInstanceOfSatisfying(ServiceResult.Failed.class,
                failed -> assertThat(failed.problem()).contains("no more of them"));
    }

    @Test
    void serviceWithoutPublicIpIsToldSoWhileMachinesStillJoinForOthers() {
        Operation failing = firstHasItsAddress();
        remember(WriteMemory.NONE.after(failing, REFUSED, subject -> true, ServiceTiming.DEFAULT.retries(), NOW));

        assertThat(plan(NOW).results()).containsOnlyKeys(Services.uid("b"));
    }

    @Test
    void publicIpThatFailedIsReadyAgainWhenItIsDue() {
        Operation failing = firstHasItsAddress();
        remember(WriteMemory.NONE.after(failing, REFUSED, subject -> true, ServiceTiming.DEFAULT.retries(), NOW));

        TurnPlan plan = plan(NOW.plusSeconds(2));

        assertThat(addresses(plan)).singleElement().matches(operation -> isReady(plan, operation));
    }

    @Test
    void publicIpWithASilentConflictStopsNobody() {
        Operation failing = firstHasItsAddress();
        Outcome conflict = new Outcome.Conflict("412");
        WriteMemory once = WriteMemory.NONE.after(failing, conflict, subject -> true, ServiceTiming.DEFAULT.retries(),
                NOW);
        remember(once.after(failing, conflict, subject -> true, ServiceTiming.DEFAULT.retries(), NOW));

        TurnPlan plan = plan(NOW);

        assertThat(plan.batching().due()).contains(NOW.plus(ServiceTiming.DEFAULT.addressWait()));
        assertThat(plan.results()).isEmpty();
    }

    @Test
    void nothingIsPlannedBeforeAzureWasRead() {
        TurnPlan plan = planner(false).plan(cluster(), lane -> false, NOW);

        assertThat(plan.reading()).map(AzureReading::extent).contains(AzureReading.Extent.EVERYTHING);
        assertThat(plan.operations()).isEmpty();
        assertThat(plan.batching()).isEqualTo(TurnPlan.Batching.UNKNOWN);
    }

    @Test
    void dryRunPlansTheSameAndSendsNothing() {
        KnownState known = known();

        TurnPlan dry = planner(true).plan(known, lane -> false, NOW);

        assertThat(dry.writes()).isEqualTo(plan(NOW).writes()).isNotEmpty();
        assertThat(dry.ready()).isEmpty();
        assertThat(dry.results()).isEmpty();
        assertThat(dry.preparations()).isEmpty();
    }

    /** Returns the write in progress that creates the address of the other one. */
    private Operation firstHasItsAddress() {
        List<Operation> all = addresses(plan(NOW));
        all.stream().filter(operation -> operation.subjects().contains("shop/a")).forEach(world::applyOne);
        Operation other = all.stream()
                .filter(operation -> operation.subjects().contains("shop/b"))
                .findFirst()
                .orElseThrow();
        remember(WriteMemory.NONE.sent(other));
        return other;
    }

    private void remember(WriteMemory writes) {
        memory = memory.with(writes);
    }

    private static boolean isReady(TurnPlan plan, Operation operation) {
        return plan.stateOf(operation).equals(OperationState.READY);
    }

    private static List<Operation> addresses(TurnPlan plan) {
        return plan.operations().stream().filter(TurnPlanner::isPublicIpPut).toList();
    }

    private static Optional<Operation> balancer(TurnPlan plan) {
        return plan.operations()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER))
                .findFirst();
    }

    private TurnPlan plan(Instant now) {
        return planner(false).plan(known(), lane -> false, now);
    }

    private TurnPlanner planner(boolean dryRun) {
        return new TurnPlanner(new ServicePlanner(new PlannerSettings(world.cloud(), "kubernetes",
                TenantPolicy.DEFAULT, false), RemovalLimits.NONE),
                ServiceTiming.DEFAULT,
                dryRun);
    }

    private KnownState cluster() {
        return KnownState.begin(NOW)
                .with(new KnownState.Cluster(WatchedCluster.NOTHING, world.clusterState(), Set.of(), Map.of()))
                .with(memory);
    }

    private KnownState known() {
        return cluster().with(KnownAzure.NOTHING
                .read(new AzureReading(AzureReading.Extent.EVERYTHING, MissingReads.NONE), NOW)
                .showing(Optional.of(world.observedState()), Optional.empty()));
    }
}
