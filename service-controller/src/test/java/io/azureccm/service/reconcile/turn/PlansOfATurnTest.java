package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A turn makes one plan, and a second draft only if the first one shows that some Services have to be left out. */
class PlansOfATurnTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant ADDRESSES_DUE = NOW.plus(ServiceTiming.DEFAULT.addressWait());
    private static final Outcome LOCKED = new Outcome.Rejected(409, "ScopeLocked", "the scope is locked");
    private static final String INTERNAL = "azure-load-balancer-internal";

    private final World world = new World(2);
    private Memory memory = Memory.NONE;
    private RemovalLimits limits = RemovalLimits.NONE;
    private int drafts;
    private int plans;

    /** Counts what is called in a turn. */
    private final class CountingPlanner extends ServicePlanner {
        CountingPlanner() {
            super(new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false), limits);
        }

        @Override
        public Draft draft(ObservedState observed, ServiceDecisions asked, RemovalMemory removals) {
            drafts++;
            return super.draft(observed, asked, removals);
        }

        @Override
        public Draft without(Map<String, Stop> stops, Draft draft) {
            drafts += stops.isEmpty() ? 0 : 1;
            return super.without(stops, draft);
        }

        @Override
        public ServicePlan plan(Draft draft, LastKnownGood lastKnownGood) {
            plans++;
            return super.plan(draft, lastKnownGood);
        }
    }

    @Test
    void newServicesTakeOneDraftAndOnePlan() {
        serve("a", 80);
        serve("b", 81);

        assertThat(plan(NOW).operations()).isNotEmpty();

        assertMade(1, 1);
    }

    @Test
    void partOfABurstTakesASecondDraftAndOnePlan() {
        serve("a", 80);
        serve("b", 81);
        onlyOneHasItsAddress("shop/a");

        assertThat(plan(NOW.plusMillis(1)).batching().isPartial()).isFalse();
        assertMade(1, 1);
        assertThat(plan(ADDRESSES_DUE).batching().isPartial()).isTrue();
        assertMade(2, 1);
    }

    @Test
    void whatIsHeldStaysHeldInAPartOfABurst() {
        limits = RemovalLimits.NONE.with(Removal.Kind.FRONTEND, 0);
        aLosesItsFrontend();
        serve("b", 81);
        serve("c", 82);
        onlyOneHasItsAddress("shop/b");

        TurnPlan plan = plan(ADDRESSES_DUE);

        assertMade(2, 1);
        assertThat(plan.batching().isPartial()).isTrue();
        assertThat(plan.held().all()).hasSize(1);
        assertThat(balancer(plan, "kubernetes").subjects()).containsExactly("shop/b");
    }

    @Test
    void planNeedsNoDraftOfItsOwnForWhatHasToBeReadFirst() {
        world.service(Services.named("a")
                .port("TCP", 80)
                .annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-internal-subnet", "unread")
                .yaml());

        assertThat(plan(NOW).reading()).isPresent();

        assertMade(1, 0);
    }

    @Test
    void requestsThatMayBeRefusedArePlannedOnceFromLoadBalancersAndPublicIps() {
        world.service(Services.named("a").port("TCP", 80).annotation("azure-pip-name", "nowhere").yaml());
        ArmId addresses = ArmId.collection(World.SUBSCRIPTION, "k8s", ArmTypes.PUBLIC_IP);
        KnownAzure azure = KnownAzure.NOTHING
                .read(new AzureReading(Extent.FRONTENDS, MissingReads.ofOutdated(Set.of(addresses))), NOW)
                .showing(Optional.empty(), Optional.of(world.observedState()));

        assertThat(plan(known(azure), NOW).results()).containsOnlyKeys(Services.uid("a"));

        assertMade(1, 1);
    }

    @Test
    void heldRemovalsTakeOnePlan() {
        limits = RemovalLimits.NONE.with(Removal.Kind.FRONTEND, 0);
        aLosesItsFrontend();

        assertThat(plan(NOW).held().all()).hasSize(1);

        assertMade(1, 1);
    }

    @Test
    void blockedMoveToALoadBalancerIsLeftOutForTheOneThatItLeaves() {
        ArmId internal = moveToTheInternalLoadBalancerIsBlocked();
        serve("b", 8081);

        TurnPlan plan = plan(NOW);

        assertMade(2, 1);
        assertThat(plan.operations()).extracting(Operation::target).doesNotContain(internal);
        assertThat(plan.ready()).filteredOn(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER))
                .singleElement()
                .satisfies(operation -> assertThat(operation.subjects()).containsExactly("shop/b"));
    }

    /** Rules of the security group come after the load balancer that a Service moves to. */
    @Test
    void blockedMoveToALoadBalancerIsLeftOutForTheSecurityGroup() {
        ArmId internal = moveToTheInternalLoadBalancerIsBlocked();
        world.service(Services.named("b").port("TCP", 81).spec("loadBalancerSourceRanges: [10.0.0.0/8]").yaml());

        TurnPlan plan = plan(NOW);

        assertMade(2, 1);
        assertThat(plan.operations()).extracting(Operation::target).doesNotContain(internal);
        assertThat(plan.ready()).extracting(operation -> operation.target().type())
                .containsExactly(ArmTypes.SECURITY_GROUP);
    }

    @Test
    void blockedWriteThatAlsoRemovesAServiceIsPlannedForTheRemovalAlone() {
        serve("gone", 80);
        serve("stays", 82);
        world.converge();
        world.gone("gone");
        world.service(Services.named("stays").port("TCP", 8082).yaml());
        Operation both = balancer(plan(NOW), "kubernetes");
        assertThat(both.removing()).containsExactly("shop/gone");
        refuse(both);

        TurnPlan plan = plan(NOW);

        assertThat(balancer(plan, "kubernetes").subjects()).containsExactly("shop/gone");
        assertThat(plan.postponed()).containsExactly(Services.uid("stays"));
    }

    @Test
    void blockedWriteThatNobodyElseWaitsForStaysInThePlan() {
        serve("a", 80);
        world.converge();
        world.service(Services.named("a").port("TCP", 8080).yaml());
        Operation balancer = balancer(plan(NOW), "kubernetes");
        refuse(balancer);

        TurnPlan plan = plan(NOW);

        assertMade(1, 1);
        assertThat(plan.stateOf(balancer)).isInstanceOf(OperationState.Blocked.class);
    }

    private void aLosesItsFrontend() {
        serve("a", 80);
        world.converge();
        world.subnet("k8s-subnet", "10.240.0.0/16");
        world.service(Services.named("a").port("TCP", 80).annotation(INTERNAL, "true").yaml());
    }

    /** The public IP of another new Service is being written. */
    private void onlyOneHasItsAddress(String subject) {
        for (Operation address : plan(NOW).operations().stream().filter(TurnPlanner::isPublicIpPut).toList()) {
            if (address.subjects().contains(subject))
                world.applyOne(address);
            else
                memory = memory.with(WriteMemory.NONE.sent(address)).with(new Memory.Batch(Optional.of(NOW), 0));
        }
    }

    /** Service a becomes internal, which Azure refuses for now; b stays on the load balancer that a leaves. */
    private ArmId moveToTheInternalLoadBalancerIsBlocked() {
        world.subnet("k8s-subnet", "10.240.0.0/16");
        serve("a", 80);
        serve("b", 81);
        world.converge();
        world.service(Services.named("a").port("TCP", 80).annotation(INTERNAL, "true").yaml());
        Operation move = balancer(plan(NOW), "kubernetes-internal");
        refuse(move);
        return move.target();
    }

    private void serve(String name, int port) {
        world.service(Services.named(name).port("TCP", port).yaml());
    }

    private void refuse(Operation write) {
        memory = memory.with(WriteMemory.NONE.after(write, LOCKED, subject -> true, ServiceTiming.DEFAULT.retries(),
                NOW));
    }

    private static Operation balancer(TurnPlan plan, String name) {
        return plan.operations()
                .stream()
                .filter(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER)
                        && operation.target().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void assertMade(int drafted, int planned) {
        assertThat(drafts).as("drafts").isEqualTo(drafted);
        assertThat(plans).as("plans").isEqualTo(planned);
    }

    private TurnPlan plan(Instant now) {
        return plan(known(KnownAzure.NOTHING
                .read(new AzureReading(Extent.EVERYTHING, MissingReads.NONE), NOW)
                .showing(Optional.of(world.observedState()), Optional.empty())), now);
    }

    private TurnPlan plan(KnownState known, Instant now) {
        drafts = 0;
        plans = 0;
        return new TurnPlanner(new CountingPlanner(), ServiceTiming.DEFAULT, false).plan(known, lane -> false, now);
    }

    private KnownState known(KnownAzure azure) {
        return KnownState.begin(NOW)
                .with(new KnownState.Cluster(WatchedCluster.NOTHING, world.clusterState(), Set.of(), Map.of()))
                .with(memory)
                .with(azure);
    }
}
