package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.VirtualCluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.known.KnownState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServiceScopeTest extends ServiceScopeFixture {
    private static final String LIST_ADDRESSES = "LIST publicIPAddresses";
    private static final String PUT_BALANCER = "PUT " + VirtualCluster.BALANCER.shortName();

    @Test
    void newServiceIsServedWithItsWritesInOrder() {
        cluster.join(0);
        cluster.begin().loop.settle();
        assertThat(cluster.arm.log()).as("nobody asks for anything").isEmpty();

        cluster.make("web", 80);
        cluster.loop.advance(Duration.ofSeconds(1));

        List<String> writes = cluster.arm.writes();
        assertThat(writes.get(0)).startsWith("PUT publicIPAddresses/");
        assertThat(writes.get(1)).isEqualTo(PUT_BALANCER);
        assertThat(writes.subList(2, writes.size())).hasSize(3)
                .anyMatch(call -> call.contains("networkSecurityGroups/"))
                .anyMatch(call -> call.contains("virtualMachines/0"));
        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(cluster.arm.writes()).as("nothing is left to do").hasSameSizeAs(writes);
    }

    @Test
    void serviceShowsNoAddressBeforeItsLastWriteHasEnded() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin();
        for (int i = 0; i < 100 && cluster.written.size() < 2; i++) {
            long before = cluster.arm.writes().size();
            cluster.loop.turn();
            cluster.loop.runOperations();
            if (cluster.written.size() == 2)
                assertThat(cluster.arm.writes()).as("writes after the result").hasSize((int) before);
        }
        assertThat(cluster.written).containsExactly("web finalizer", "web [20.0.0.5]");
    }

    @Test
    void newServiceIsServedWhileAMachineThatJoinedIsStillOnItsWayIntoThePool() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.settle();
        cluster.join(1);
        cluster.loop.turn();
        for (int i = 0; i < 20 && !isJoining(); i++) {
            cluster.loop.runOperations();
            cluster.loop.clock().advance(Duration.ofMillis(100));
            cluster.loop.turn();
        }
        assertThat(isJoining()).as("the machine is on its way").isTrue();

        cluster.make("api", 443);
        for (int i = 0; i < 20; i++) {
            cluster.settleBesideTheFirst();
            cluster.loop.clock().advance(Duration.ofMillis(100));
        }

        assertThat(isJoining()).as("it still is").isTrue();
        assertThat(cluster.written).contains("api [20.0.0.6]");
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.arm.writes()).last().asString().contains("virtualMachines/1");
    }

    @Test
    void plansOfSeveralWritesAreCountedAsPlansAndEndEmpty() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofSeconds(1));

        DistributionSummary sizes = cluster.meters.get("controller.plan.operations").summary();
        assertThat(sizes.max()).as("public IP, load balancer, security group, machine").isGreaterThanOrEqualTo(3);
        assertThat(plans("applied")).isBetween(1L, (long) cluster.arm.writes().size() - 1);
        assertThat(plans("open")).isZero();
        long empty = plans("empty");
        assertThat(empty).isPositive();

        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(plans("empty")).as("once for all Services that came together").isEqualTo(empty + 1);
    }

    @Test
    void changeWhoseWriteIsTriedAgainIsCountedOnce() {
        VirtualCluster lucky = new VirtualCluster();
        serve(lucky);
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, ArmException.Kind.CONFLICT);
        serve(cluster);

        assertThat(cluster.arm.writes()).hasSize(lucky.arm.writes().size() + 1);
        assertThat(changes(cluster)).isPositive().isEqualTo(changes(lucky));
        assertThat(plans("open")).isEqualTo(1);
    }

    private static double changes(VirtualCluster cluster) {
        return cluster.meters.get("controller.plan.changes").counters().stream().mapToDouble(Counter::count).sum();
    }

    private long plans(String result) {
        Timer timer = cluster.meters.find("controller.plan.duration").tag("result", result).timer();
        return timer == null ? 0 : timer.count();
    }

    @Test
    void oneListShowsTheAddressesOfManyWhileFurtherPublicIpsAreBeingMade() {
        serve(cluster);
        cluster.arm.showsAddressesLater();
        long before = cluster.arm.calls(LIST_ADDRESSES);
        for (int i = 0; i < 30; i++)
            cluster.make("burst-" + i, 80);
        Instant begun = cluster.loop.clock().instant();
        while (cluster.written.stream()
                .filter(text -> text.startsWith("burst-") && text.contains("20.0.0."))
                .count() < 30) {
            cluster.loop.turn();
            if (cluster.loop.waiting() > 0)
                cluster.loop.runOperation(0);
            cluster.loop.clock().advance(Duration.ofMillis(50));
            assertThat(Duration.between(begun, cluster.loop.clock().instant())).isLessThan(Duration.ofMinutes(2));
        }

        long periods = Duration.between(begun, cluster.loop.clock().instant()).dividedBy(KnownState.ADDRESS_PERIOD);
        assertThat(cluster.arm.calls(LIST_ADDRESSES) - before).isLessThanOrEqualTo(periods + 2);
    }

    @Test
    void conflictCostsOneMoreReadAndWriteOfTheLoadBalancerAndNoWait() {
        VirtualCluster lucky = new VirtualCluster();
        serve(lucky);
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, ArmException.Kind.CONFLICT);

        Instant begun = cluster.loop.clock().instant();
        serve(cluster);

        assertThat(cluster.loop.clock().instant()).isEqualTo(begun);
        assertThat(cluster.written).isEqualTo(lucky.written).contains("web [20.0.0.5]");
        assertThat(cluster.arm.calls(PUT_BALANCER)).isEqualTo(lucky.arm.calls(PUT_BALANCER) + 1);
        assertThat(cluster.arm.writes()).hasSize(lucky.arm.writes().size() + 1);
        assertThat(cluster.arm.log()).as("one more read, one more write").hasSize(lucky.arm.log().size() + 2);
    }

    @Test
    void serviceThatIsDeletedWhileItsLoadBalancerIsWrittenLeavesNothingBehind() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.turn();
        for (int i = 0; i < 20 && cluster.arm.writes().isEmpty(); i++) {
            cluster.loop.runOperations();
            cluster.loop.turn();
        }
        Set<ArmId> underWay = cluster.loop.known().memory().writes().underWay().keySet();
        assertThat(underWay).contains(VirtualCluster.BALANCER);

        cluster.delete("web");
        cluster.loop.turn();
        assertThat(cluster.loop.known().memory().writes().underWay().keySet()).as("no second write beside it")
                .isEqualTo(underWay);
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.arm.writes()).contains(PUT_BALANCER, "DELETE " + VirtualCluster.BALANCER.shortName());
        assertThat(cluster.world.resources().keySet()).noneMatch(ServiceScopeTest::isOfAService);
        assertThat(cluster.written).contains("web let go").noneMatch(text -> text.contains("20.0.0."));
        assertThat(cluster.services()).isEmpty();
    }

    /** Answers requested just before that moment are too old, and no later moment starts a turn on its own. */
    @Test
    void deletedServiceIsLetGoAlthoughTheMomentFromWhichAzureIsBelievedPassesDuringALook() {
        cluster.make("web", 80);
        cluster.leavesWithFinalizer("web");
        cluster.arm.duringLists(() -> {
            cluster.arm.duringLists(() -> {});
            cluster.loop.clock().advance(cluster.store.settle().plusSeconds(5));
        });
        cluster.begin();
        do {
            cluster.loop.turn();
        } while (cluster.loop.runOperations() > 0);
        assertThat(cluster.written).as("nothing is let go on answers that old").isEmpty();
        assertThat(cluster.loop.due()).isBefore(cluster.loop.clock().instant().plusSeconds(1));

        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.written).containsExactly("web let go");
        assertThat(cluster.arm.writes()).isEmpty();
    }

    /** A private link service that could not be created would be left behind; that of a frontend blocks the load balancer itself. */
    @Test
    void deletedServiceWaitsForItsPrivateLinkServicesToBeListedButNotForever() {
        cluster.arm.forbidsLists("privateLinkServices");
        cluster.make(Services.named("web").port("TCP", 80).annotation("azure-pls-create", "true"));
        cluster.begin().loop.advance(Duration.ofMinutes(20));
        assertThat(cluster.written).as("it has not got what it asks for").containsExactly("web finalizer");

        cluster.delete("web");
        cluster.loop.advance(Duration.ofSeconds(50));
        assertThat(cluster.world.resources().keySet()).noneMatch(ServiceScopeTest::isOfAService);
        assertThat(cluster.services()).as("what is left of it is not known").containsExactly("web");

        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.services()).isEmpty();
    }

    private boolean isJoining() {
        return cluster.loop.known()
                .memory()
                .writes()
                .underWay()
                .keySet()
                .stream()
                .anyMatch(target -> target.hasType(ArmTypes.SCALE_SET_VM));
    }

    private static boolean isOfAService(ArmId id) {
        return id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.PUBLIC_IP);
    }
}
