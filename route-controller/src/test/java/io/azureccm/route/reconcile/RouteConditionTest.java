package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.status.NetworkCondition;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * A Node without a route has the reason in a condition, in virtual time: written in the same patch as
 * NetworkUnavailable, and no more often.
 */
class RouteConditionTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void nodesThatGetTheirRoutesWithoutTroubleGetNoConditionAboutThem() {
        cluster.withTable();
        for (int i = 1; i <= 100; i++)
            cluster.join(i);
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.routed).isEmpty();
        assertThat(cluster.patches.get()).as("the condition that they always got").isEqualTo(100);
    }

    @Test
    void takenOverNodesThatAreConnectedAreNotWrittenTo() {
        cluster.withTable();
        for (int i = 1; i <= 100; i++)
            cluster.join(i);
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        int before = cluster.patches.get();
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.patches.get()).isEqualTo(before);
    }

    /** Azure may still show what an earlier leader has removed. */
    @Test
    void newLeaderCallsNoNodeConnectedBeforeAzureHasHadTimeToShowWhatAnEarlierOneWrote() {
        cluster.withTable();
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        cluster.change(1, node -> node.editStatus().withConditions().endStatus());
        cluster.successor = true;
        cluster.begin().loop.advance(ObservedStore.Settings.DEFAULT.settle().minusSeconds(1));
        assertThat(cluster.conditions).containsExactly("n1 true");

        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.conditions).containsExactly("n1 true", "n1 true");
    }

    @Test
    void firstLeaderCallsNodesConnectedAtOnce() {
        cluster.withTable();
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        cluster.change(1, node -> node.editStatus().withConditions().endStatus());
        cluster.begin().loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.conditions).containsExactly("n1 true", "n1 true");
    }

    @Test
    void newLeaderThatHasWrittenTheTableKnowsThatItIsUpToDate() {
        cluster.withTable();
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        cluster.change(1, node -> node.editStatus().withConditions().endStatus());
        cluster.join(2);
        cluster.successor = true;
        cluster.begin().loop.advance(Duration.ofSeconds(5));

        assertThat(cluster.conditions).containsExactlyInAnyOrder("n1 true", "n1 true", "n2 true");
    }

    @Test
    void reasonComesAndGoesWithThePatchesThatTellOfTheRoute() {
        cluster.withTable();
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        cluster.joinInPlaceOf(1, 2);
        cluster.loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.routed(2))
                .startsWith("False (DuplicatePodCIDR): pod CIDR 10.244.1.0/24: node n1 has the same")
                .endsWith(" What to do: " + RouteReason.DUPLICATE_POD_CIDR.remedy());
        assertThat(cluster.conditions).containsExactly("n1 true", "n2 false");
        assertThat(cluster.patches.get()).isEqualTo(2);
        cluster.leave(1);
        cluster.loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.routed(2)).isEqualTo("True (RouteCreated): ");
        assertThat(cluster.routed).containsExactly("n2 False (DuplicatePodCIDR)", "n2 True (RouteCreated)");
        assertThat(cluster.patches.get()).isEqualTo(3);
    }

    @Test
    void writeThatAzureRefusesWithOtherWordsEachTimeIsToldOnce() {
        cluster.withTable();
        cluster.join(1);
        for (int i = 0; i < 30; i++)
            cluster.arm.fails("PUT", cluster.table, new ArmException(ArmException.Kind.FORBIDDEN, 403,
                    "AuthorizationFailed", "no, said request " + i, "id-" + i, null, null));
        cluster.begin().loop.advance(Duration.ofMinutes(20));

        assertThat(cluster.writes()).isGreaterThan(15);
        assertThat(cluster.routed).containsExactly("n1 False (Forbidden)");
        assertThat(cluster.patches.get()).isOne();
        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.routed).containsExactly("n1 False (Forbidden)", "n1 True (RouteCreated)");
    }

    @Test
    void reasonIsTrueOnlyTogetherWithTheConditionThatTheNodeIsConnected() {
        cluster.withTable();
        cluster.join(1);
        cluster.joinInPlaceOf(1, 2);
        cluster.begin(VirtualCluster.settling(Duration.ofMinutes(1)), false).loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.routed(2)).startsWith("False (DuplicatePodCIDR)");
        cluster.leave(1);
        cluster.loop.advance(Duration.ofSeconds(30));
        assertThat(cluster.routed(2)).as("the route is there, and has not had its time yet").startsWith("False");
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.routed(2)).startsWith("True");
    }

    @Test
    void nodeThatNobodyGivesAPodCidrSaysSoAfterAWhileAndNoSooner() {
        String now = cluster.loop.clock().instant().toString();
        cluster.withTable();
        cluster.join(1, node -> node.editMetadata().withCreationTimestamp(now).endMetadata());
        cluster.begin().loop.advance(ConditionPlanner.REPORTED_AFTER);
        assertThat(cluster.patches.get()).isZero();
        cluster.loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.routed).containsExactly("n1 False (NoPodCIDR)");
        cluster.change(1, node -> node.editSpec().withPodCIDRs("10.244.1.0/24").endSpec());
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.routed(1)).isEqualTo("True (RouteCreated): ");
    }

    @Test
    void nodeWithoutAddressAndMachineSaysSoAfterAWhile() {
        cluster.withTable();
        cluster.join(1, node -> node.editMetadata()
                .withCreationTimestamp(cluster.loop.clock().instant().toString())
                .endMetadata()
                .editSpec()
                .withPodCIDRs("10.244.1.0/24")
                .endSpec()
                .editStatus()
                .withAddresses()
                .endStatus());
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.routed).containsExactly("n1 False (NoNodeAddress)");
    }

    @Test
    void nodeThatJoinsWithTheAddressOfItsKubeletIsToldNothingUntilItsMachineIsKnown() {
        cluster.withTable();
        cluster.podRange = "fd00:10::/48";
        cluster.begin().loop.settle();
        cluster.join(1, node -> node.editMetadata()
                .withCreationTimestamp(cluster.loop.clock().instant().toString())
                .endMetadata()
                .editSpec()
                .withProviderID(null)
                .withPodCIDRs("fd00:10:0:1::/64")
                .endSpec());
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.conditions).containsExactly("n1 false");
        cluster.change(1, node -> node.editStatus().addNewAddress("fd00::4", "InternalIP").endStatus());
        cluster.loop.advance(Duration.ofSeconds(20));

        assertThat(cluster.conditions).containsExactly("n1 false", "n1 true");
        assertThat(cluster.routed).isEmpty();
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    void nodesThatWaitForATableThatCannotBeReadSayWhyAndThoseThatAreConnectedSayNothing() {
        cluster.withTable();
        cluster.join(1, node -> connected(node.editSpec().withPodCIDRs("10.244.1.0/24").endSpec()));
        cluster.join(2, node -> node.editMetadata()
                .withCreationTimestamp(cluster.loop.clock().instant().toString())
                .endMetadata()
                .editSpec()
                .withPodCIDRs("10.244.2.0/24")
                .endSpec());
        for (int i = 0; i < 20; i++)
            cluster.arm.fails("GET", cluster.table,
                    FakeArm.failure(ArmException.Kind.FORBIDDEN, "AuthorizationFailed"));
        cluster.begin().loop.advance(Duration.ofMinutes(12));

        assertThat(cluster.routed).containsExactly("n2 False (AzureUnreadable)");
        assertThat(cluster.routed(2)).contains("AuthorizationFailed");
        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.routed).containsExactly("n2 False (AzureUnreadable)", "n2 True (RouteCreated)");
    }

    @Test
    void nodesOfAControllerWhoseConditionsAreOffAreToldNoReason() {
        cluster.explains = false;
        cluster.withTable();
        cluster.join(1);
        cluster.joinInPlaceOf(1, 2);
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.conditions).containsExactlyInAnyOrder("n1 true", "n2 false");
        assertThat(cluster.routed).isEmpty();
    }

    @Test
    void dryRunPlansNoCondition() {
        cluster.withTable();
        cluster.join(1);
        cluster.joinInPlaceOf(1, 2);
        cluster.begin(VirtualCluster.settling(Duration.ZERO), true).loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.patches.get()).isZero();
        assertThat(cluster.printed()).contains("DuplicatePodCIDR")
                .doesNotContain(RouteReason.CONDITION.type().toLowerCase(Locale.ROOT), RouteReason.CONDITION.type());
    }

    private static NodeBuilder connected(NodeBuilder node) {
        return node.editStatus().withConditions(NetworkCondition.connected("2025-01-01T00:00:00Z")).endStatus();
    }
}
