package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.removal.ApprovalsInMemory;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.RemovalPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldDeletionTest {
    private static final String COMPUTE = "/subscriptions/s/resourceGroups/Rg/providers/Microsoft.Compute/";
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";

    private final VirtualNodes cluster = new VirtualNodes();
    private final ApprovalsInMemory approvals = new ApprovalsInMemory();

    private void limit(int nodes) {
        cluster.removals = new RemovalPolicy(
                new RemovalLimits(Map.of(Removal.Kind.NODE, new RemovalLimits.Limit(nodes, false))), approvals);
    }

    private void lose(int from, int to) {
        for (int i = from; i < to; i++)
            cluster.unready("pool00000" + i, POOL + "/virtualMachines/" + i);
    }

    @Test
    void nodesOfAScaleSetThatIsGoneStayUntilTheirDeletionIsApproved() {
        limit(2);
        lose(0, 5);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes).isEmpty();
        assertThat(approvals.told()).as("told once").hasSize(1);
        assertThat(approvals.held().counts()).containsEntry(Removal.Kind.NODE, 5);

        approvals.approve(approvals.held().hash());
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.writes).hasSize(5).allMatch(write -> write.endsWith("Delete"));
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(approvals.approved()).isEmpty();
    }

    @Test
    void approvalOutlivesTurnsThatAreMadeWhileTheMachineIsLookedUpOnceMore() {
        limit(0);
        cluster.pool(1);
        lose(1, 2);
        cluster.begin().loop.advance(Duration.ofMinutes(2));
        approvals.approve(approvals.held().hash());
        cluster.loop.clock().advance(RemovalMemory.PERIOD);
        cluster.loop.turn();
        cluster.loop.runOperations();
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).as("the question for the machine").isEqualTo(1);
        cluster.loop.turn();
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.writes).containsExactly("pool000001 Delete");

        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(approvals.approved()).as("an approval is spent when the Node is gone").isEmpty();
    }

    @Test
    void nodesWhoseMachinesAreAskedForOneByOneAreCountedTogether() {
        limit(2);
        cluster.pool(1);
        lose(1, 6);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes).hasSizeLessThanOrEqualTo(2);
        assertThat(approvals.held().all()).hasSize(5 - cluster.writes.size());
    }

    @Test
    void fewerThanTheLimitGoAsAlways() {
        limit(2);
        cluster.pool(1);
        lose(1, 3);
        cluster.begin().loop.advance(VirtualNodes.MONITOR.plusMillis(1));
        assertThat(cluster.writes).hasSize(2);
        assertThat(approvals.reads()).isZero();
    }

    @Test
    void deletionThatHasFailedIsCountedOnceHoweverOftenItIsTried() {
        limit(2);
        cluster.pool(1);
        lose(1, 3);
        cluster.api((node, write) -> {
            throw new IllegalStateException("500 Internal Server Error");
        });
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.api((node, write) -> Optional.empty());
        cluster.loop.advance(Duration.ofMinutes(1).plusSeconds(5));

        assertThat(approvals.told()).isEmpty();
        assertThat(cluster.writes).hasSize(2);
        lose(3, 4);
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(approvals.held().all()).as("a third one").hasSize(1);
    }

    @Test
    void holdEndsWithoutAnybodyWhenTheMachinesAreBack() {
        limit(0);
        cluster.pool(1);
        lose(1, 3);
        cluster.begin().loop.advance(Duration.ofMinutes(2));
        assertThat(approvals.held().all()).hasSize(2);
        cluster.pool(3);
        cluster.loop.advance(Duration.ofMinutes(10));
        assertThat(approvals.held().isEmpty()).isTrue();
        assertThat(cluster.writes).noneMatch(write -> write.endsWith("Delete"));
    }

    @Test
    void nodeThatSomebodyDeletesIsNotHeldAnyMore() {
        limit(0);
        cluster.pool(1);
        lose(1, 3);
        cluster.begin().loop.advance(Duration.ofMinutes(2));
        cluster.leave("pool000001");
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(approvals.held().all()).extracting(Removal::name).containsExactly("pool000002");
    }
}
