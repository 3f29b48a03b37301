package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing is written to the Kubernetes API for unchanged Services, however many there are. */
class QuietApiTest {
    private static final int MANY = 240;

    /** Azure accepts 300 rules for one machine: the Services are on four load balancers. */
    private static final VirtualCluster CLUSTER = new VirtualCluster(
            new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                    .with("multipleStandardLoadBalancerConfigurations",
                            "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb1, primaryVMSet: vmss-b},"
                                    + " {name: lb2, primaryVMSet: vmss-c}, {name: lb3, primaryVMSet: vmss-d}]"),
            DrainPolicy.NONE);
    private static List<String> writtenFirst;

    @BeforeAll
    static void manyServicesThatAreServed() {
        CLUSTER.world.resources()
                .put(World.id(ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", "k8s-subnet"),
                        CLUSTER.world.subnetBody("k8s-subnet"));
        CLUSTER.join(0);
        for (int i = 0; i < MANY; i++)
            CLUSTER.make("web-%03d".formatted(i), 80);
        CLUSTER.begin().loop.advance(Duration.ofMinutes(10));
        writtenFirst = List.copyOf(CLUSTER.written);
    }

    @BeforeEach
    void forgetWhatWasWritten() {
        CLUSTER.written.clear();
    }

    @Test
    void aServiceThatBecomesServedTakesTwoPatches() {
        assertThat(writtenFirst).filteredOn(write -> write.endsWith(" finalizer")).hasSize(MANY);
        assertThat(writtenFirst).hasSize(2 * MANY);
        assertThat(CLUSTER.conditionsAlone).isEmpty();
    }

    @Test
    void anHourWithoutChangesWritesNothing() {
        CLUSTER.loop.advance(Duration.ofHours(1));

        assertThat(CLUSTER.written).isEmpty();
        assertThat(CLUSTER.conditionsAlone).isEmpty();
    }

    @Test
    void aNewLeaderThatFindsAllServedWritesNothing() {
        CLUSTER.begin().loop.advance(Duration.ofMinutes(10));

        assertThat(CLUSTER.written).isEmpty();
        assertThat(CLUSTER.conditionsAlone).isEmpty();
    }
}
