package io.azureccm.service.reconcile.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A load balancer is read every half minute while another operation on it runs, however long that takes. */
class BusyBalancerTest {
    private static final ArmException BUSY = new ArmException(Kind.BUSY, 409, "AnotherOperationInProgress", "no", "",
            null, null);

    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void aServiceIsServed() {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
    }

    @Test
    void operationThatAzureShows() {
        shows("Updating");
        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofMinutes(20));
        assertThat(cluster.conditionsAlone).contains("api Accepted ChangedMeanwhile");
        shows("Succeeded");
        cluster.loop.advance(Duration.ofSeconds(31));

        assertThat(cluster.written).contains("api [20.0.0.6]");
    }

    @Test
    void operationBecauseOfWhichAzureRefusesWrites() {
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, BUSY, 1_000);
        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofMinutes(20));
        cluster.arm.fails("PUT", VirtualCluster.BALANCER, BUSY, 0);
        cluster.loop.advance(Duration.ofSeconds(31));

        assertThat(cluster.written).contains("api [20.0.0.6]");
    }

    private void shows(String provisioningState) {
        cluster.world.resources()
                .get(VirtualCluster.BALANCER)
                .withObject("/properties")
                .put("provisioningState", provisioningState);
    }
}
