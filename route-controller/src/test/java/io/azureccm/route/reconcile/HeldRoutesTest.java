package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldRoutesTest {
    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private final VirtualCluster cluster = new VirtualCluster().withTable();
    private final ApprovalsInMemory approvals = new ApprovalsInMemory();

    @BeforeEach
    void fiveNodesHaveTheirRoutes() {
        cluster.removals = new RemovalPolicy(
                new RemovalLimits(Map.of(Removal.Kind.ROUTE, new RemovalLimits.Limit(1, false))), approvals);
        for (int i = 1; i <= 5; i++)
            cluster.join(i);
        cluster.begin().loop.settle();
        assertThat(cluster.routes()).hasSize(5);
    }

    @Test
    void routesOfNodesThatAListLacksStayUntilTheirRemovalIsApprovedWhileOthersAreAdded() {
        cluster.leave(1, true);
        cluster.leave(2, true);
        cluster.join(6);
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).hasSize(6);
        assertThat(approvals.held().all()).extracting(Removal::of).containsOnly("rt").hasSize(2);
        assertThat(cluster.printed()).contains("= held  route rt/n1", "approve with " + approvals.held().hash());

        approvals.approve("000000000000");
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).as("another hash").hasSize(6);

        approvals.approve(approvals.held().hash());
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).hasSize(4);
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(approvals.approved()).as("what has done its work is taken away").containsExactly("000000000000");
    }

    @Test
    void routeWithTheNameOfAGoneNodeInTheWayOfANewOneGoesOnceItsRemovalIsApprovedThoughThereIsNoLimit() {
        VirtualCluster other = new VirtualCluster().withTable();
        other.removals = new RemovalPolicy(RemovalLimits.NONE, approvals);
        other.route("old-node", "10.244.1.0/24", "10.240.0.99");
        other.route("fw_to_pods", "10.244.2.0/24", "10.240.0.99");
        other.join(1);
        other.join(2);
        other.join(3);
        other.begin().loop.advance(A_WHILE);
        assertThat(other.routes()).containsExactly("fw_to_pods", "n3____102443024", "old-node");
        assertThat(approvals.held().all()).extracting(Removal::text).containsExactly("unmanaged route rt/old-node");
        assertThat(other.routed(1)).contains("RoutePrefixTaken", "old-node", "approve its removal");

        approvals.approve(approvals.held().hash());
        other.loop.advance(A_WHILE);
        assertThat(other.routes()).containsExactly("fw_to_pods", "n1____102441024", "n3____102443024");
        assertThat(other.conditions).endsWith("n1 true");
        assertThat(other.writes()).isEqualTo(2);
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(approvals.approved()).as("it has done its work").isEmpty();
    }

    @Test
    void routesOfNodesThatWereSeenToBeDeletedGoWithoutAsking() {
        for (int i = 1; i <= 4; i++)
            cluster.leave(i);
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).hasSize(1);
        assertThat(approvals.reads()).isZero();
    }

    @Test
    void holdEndsWithoutAnybodyWhenTheNodesComeBack() {
        cluster.leave(1, true);
        cluster.leave(2, true);
        cluster.loop.advance(A_WHILE);
        String first = approvals.held().hash();
        cluster.leave(3, true);
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().hash()).as("a changed plan").isNotEqualTo(first).isNotEmpty();
        for (int i = 1; i <= 3; i++)
            cluster.join(i);
        cluster.loop.advance(A_WHILE);
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(cluster.routes()).hasSize(5);
        assertThat(cluster.writes()).isOne();
    }

    @Test
    void routeThatMakesRoomForANodeThatIsWantedIsNoRemoval() {
        cluster.leave(1, true);
        cluster.leave(2, true);
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).hasSize(5);
        cluster.joinInPlaceOf(1, 9);
        cluster.loop.advance(A_WHILE);
        assertThat(cluster.routes()).hasSize(4).anyMatch(route -> route.startsWith("n9"));
    }
}
