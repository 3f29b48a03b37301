package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The quotas of the subscription are read rarely, and nothing depends on them. */
class QuotaReadsTest {
    private static final ArmId USAGES = ArmId
            .parse("/subscriptions/" + VirtualCluster.BALANCER.subscription()
                    + "/providers/Microsoft.Network/locations/eastus/usages");
    private static final String READ = "LIST " + USAGES.shortName();

    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void quotasAreReadFiveMinutesAfterTheStartAndThenOnceAnHourOrALittleLater() {
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.arm.calls(READ)).isZero();
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.arm.calls(READ)).isEqualTo(1);
        cluster.loop.advance(Duration.ofMinutes(58));
        assertThat(cluster.arm.calls(READ)).isEqualTo(1);
        cluster.loop.advance(Duration.ofMinutes(8));
        assertThat(cluster.arm.calls(READ)).isEqualTo(2);
        cluster.loop.advance(Duration.ofMinutes(66));
        assertThat(cluster.arm.calls(READ)).isEqualTo(3);
    }

    @Test
    void missingRightKeepsNothingElseFromBeingDoneAndIsAskedForAnHourLater() {
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        cluster.arm.fails("LIST", USAGES, ArmException.Kind.FORBIDDEN);
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.loop.known().quotas().problem()).isPresent();
        cluster.join(0);
        cluster.make("web", 80);
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.conditions("web")).contains("Programmed True");
        cluster.loop.advance(Duration.ofMinutes(66));
        assertThat(cluster.arm.calls(READ)).isEqualTo(2);
        assertThat(cluster.loop.known().quotas().problem()).isEmpty();
    }
}
