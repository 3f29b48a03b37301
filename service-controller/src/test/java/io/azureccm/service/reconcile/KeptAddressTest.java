package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Service keeps the address of a subnet in its status as long as Azure can still assign it. */
class KeptAddressTest {
    private final VirtualCluster cluster = new VirtualCluster();
    private String address;

    @BeforeEach
    void anInternalServiceIsServedAndItsLoadBalancerIsDeletedByHand() {
        cluster.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        cluster.world.subnetBody("k8s-subnet"));
        cluster.join(0);
        cluster.make(internal());
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        address = shown();
        cluster.world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal"));
    }

    @Test
    void addressComesBackWithItsLoadBalancer() {
        cluster.loop.advance(Duration.ofMinutes(12));
        assertThat(cluster.world.resources()).containsKey(World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal"));
        assertThat(shown()).isEqualTo(address);
    }

    @Test
    void addressThatIsRefusedForLessThanAMinuteIsWaitedFor() {
        cluster.arm.hasGivenAway(address);
        awaitRefusal();
        cluster.loop.advance(Duration.ofSeconds(20));
        cluster.arm.hasGivenAway("");
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(shown()).isEqualTo(address);
        assertThat(cluster.conditions("web")).contains("Programmed True");
    }

    @Test
    void addressThatSomethingElseHasIsLetGoAfterAMinute() {
        cluster.arm.hasGivenAway(address);
        awaitRefusal();
        cluster.loop.advance(Duration.ofMinutes(3));
        assertThat(cluster.conditions("web")).contains("Programmed True");
        assertThat(cluster.world.resources()
                .get(World.id(ArmTypes.LOAD_BALANCER, "kubernetes-internal"))
                .at("/properties/frontendIPConfigurations/0/properties/privateIPAllocationMethod")
                .asText()).as("Azure chooses").isEqualTo("Dynamic");
    }

    @Test
    void addressThatIsAskedForByNameIsNeverReplaced() {
        cluster.replace(internal().annotation("azure-load-balancer-ipv4", address));
        cluster.arm.hasGivenAway(address);
        awaitRefusal();
        cluster.loop.advance(Duration.ofMinutes(20));
        assertThat(cluster.conditions("web")).contains("Programmed False");
        cluster.arm.hasGivenAway("");
        cluster.loop.advance(Duration.ofMinutes(6));
        assertThat(shown()).isEqualTo(address);
    }

    @Test
    void refusedServiceIsTriedAgainWithGrowingPausesAndNotOnlyWhenEverythingIsCompared() {
        cluster.replace(internal().annotation("azure-load-balancer-ipv4", address));
        cluster.arm.hasGivenAway(address);
        awaitRefusal();
        long before = writes();
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(writes() - before).as("after 2, 12, 62 and 312 s").isEqualTo(3);
    }

    private long writes() {
        return cluster.arm.calls("PUT loadBalancers/kubernetes-internal");
    }

    /** The next comparison detects the loss of the load balancer. */
    private void awaitRefusal() {
        for (int i = 0; i < 1000 && cluster.loop.known().memory().addresses().refused().isEmpty(); i++)
            cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.loop.known().memory().addresses().refused()).containsKey(address);
    }

    private String shown() {
        List<String> written = cluster.written.stream().filter(each -> each.startsWith("web [")).toList();
        String last = written.getLast();
        return last.substring(last.indexOf('[') + 1, last.indexOf(']'));
    }

    private static Services internal() {
        return Services.named("web").port("TCP", 80).annotation("azure-load-balancer-internal", "true");
    }
}
