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

/** Reads of Azure that fail are made again, and the quotas of the subscription are read rarely; nothing depends on them. */
class AzureReadsTest {
    private static final ArmId USAGES = ArmId
            .parse("/subscriptions/" + VirtualCluster.BALANCER.subscription()
                    + "/providers/Microsoft.Network/locations/eastus/usages");
    private static final String READ_QUOTAS = "LIST " + USAGES.shortName();

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

    @Test
    void quotasAreReadFiveMinutesAfterTheStartAndThenOnceAnHourOrALittleLater() {
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isZero();
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isEqualTo(1);
        cluster.loop.advance(Duration.ofMinutes(58));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isEqualTo(1);
        cluster.loop.advance(Duration.ofMinutes(8));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isEqualTo(2);
        cluster.loop.advance(Duration.ofMinutes(66));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isEqualTo(3);
    }

    @Test
    void missingRightKeepsNothingElseFromBeingDoneAndIsAskedForAnHourLater() {
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        cluster.arm.fails("LIST", USAGES, ArmException.Kind.FORBIDDEN);
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.loop.known().quotas().problem()).isPresent();
        cluster.make("api", 81);
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.conditions("api")).contains("Programmed True");
        cluster.loop.advance(Duration.ofMinutes(66));
        assertThat(cluster.arm.calls(READ_QUOTAS)).isEqualTo(2);
        assertThat(cluster.loop.known().quotas().problem()).isEmpty();
    }
}
