package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.service.plan.World;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long everything waits for reads that fail, however they follow each other. */
class FailedReadsTest {
    private static final ArmException FAILURE = new ArmException(Kind.CONFLICT, 409, "AnotherOperationInProgress", "no",
            "", null, null);
    private static final ArmId BALANCERS = ArmId.collection(VirtualCluster.BALANCER.subscription(),
            VirtualCluster.BALANCER.resourceGroup(), ArmTypes.LOAD_BALANCER);
    private static final ArmId INSTANCES = World.id(ArmTypes.SCALE_SET, "vmss-a").children("virtualMachines");

    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void aServiceIsMade() {
        cluster.join(0);
        cluster.make("web", 80);
    }

    /** Six failures in a row, none of which is the fourth of its list: 2, 4 and 8 s for each list. */
    @Test
    void listThatFailsAfterAnotherOneWasReadDoesNotWaitForItsFailures() {
        cluster.arm.fails("LIST", BALANCERS, FAILURE, 3);
        cluster.arm.fails("LIST", INSTANCES, FAILURE, 3);
        cluster.begin().loop.advance(Duration.ofSeconds(30));

        assertThat(cluster.arm.calls("LIST virtualMachineScaleSets/vmss-a/virtualMachines")).isEqualTo(4);
        assertThat(cluster.written).contains("web [20.0.0.5]");
    }

    /** Deletions wait for reads, too. */
    @Test
    void readsAreTriedEveryHalfMinuteHoweverLongTheyFail() {
        cluster.arm.fails("LIST", BALANCERS, FAILURE, 1_000);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        cluster.arm.fails("LIST", BALANCERS, FAILURE, 0);
        cluster.loop.advance(Duration.ofSeconds(31));

        assertThat(cluster.written).contains("web [20.0.0.5]");
    }

    /** A version that Azure has denied is refused for 15 s, once, even if it is shown and denied for longer. */
    @Test
    void versionThatAzureDeniesAndShowsHoldsEverythingUpForFifteenSecondsAndNotLonger() {
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.arm.fails("PUT", VirtualCluster.BALANCER,
                FakeArm.failure(Kind.CONFLICT, "PreconditionFailed").withOutdatedEtag(), 3);
        cluster.make("api", 443);
        cluster.loop.advance(Duration.ofSeconds(15));
        assertThat(cluster.written).as("the version may be an older one").doesNotContain("api [20.0.0.6]");

        cluster.loop.advance(Duration.ofSeconds(4));
        assertThat(cluster.written).contains("api [20.0.0.6]");
    }
}
