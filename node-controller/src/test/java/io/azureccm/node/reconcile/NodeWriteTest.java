package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes to nodes that fail, are rejected, or meet a change, in virtual time. */
class NodeWriteTest {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";

    private final VirtualNodes cluster = new VirtualNodes();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void writeThatFailsIsMadeAgainWithGrowingWaitsAndHoldsUpNobody() {
        cluster.pool(2);
        List<String> tries = new ArrayList<>();
        cluster.api((node, write) -> {
            if (!node.equals("pool000000"))
                return Optional.empty();
            tries.add(Duration.between(start(), cluster.loop.clock().instant()).toMillis() + " ms");
            throw new IllegalStateException("409 Conflict");
        });
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.begin().loop.advance(Duration.ofSeconds(8));

        assertThat(cluster.isInitialised("pool000001")).isTrue();
        assertThat(tries).containsExactly("0 ms", "1000 ms", "3000 ms", "7000 ms");
        cluster.api((node, write) -> Optional.empty());
        cluster.loop.advance(Duration.ofSeconds(8));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    @Test
    void whileTheApiIsAwayNothingIsLostAndAzureIsNotAskedMore() {
        cluster.pool(5);
        for (int i = 0; i < 5; i++)
            cluster.join("pool00000" + i);
        cluster.api((node, write) -> {
            throw new IllegalStateException("connection refused");
        });
        cluster.begin().loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.arm.asked).hasSize(3);
        cluster.api((node, write) -> Optional.empty());
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.writes).hasSize(10);
    }

    @Test
    void leaseThatIsLostBetweenTwoWritesStopsAtTheFirstAndTheNextLeaderGoesOn() {
        cluster.pool(1);
        cluster.join("pool000000");
        cluster.api((node, write) -> write instanceof NodeWrite.Initialise
                ? Optional.of(PatchOutcome.REFUSED)
                : Optional.empty());
        cluster.begin().loop.settle();
        assertThat(cluster.writes).containsExactly("pool000000 SetAddresses");
        assertThat(cluster.printed()).contains("NOT_ALLOWED");

        cluster.api((node, write) -> Optional.empty());
        cluster.begin().loop.settle();
        assertThat(cluster.writes).containsExactly("pool000000 SetAddresses", "pool000000 Initialise");
    }

    @Test
    void writeThatEndsWithoutAnOutcomeIsPlannedAnew() {
        cluster.pool(1);
        cluster.join("pool000000");
        cluster.api((node, write) -> {
            throw new StackOverflowError();
        });
        cluster.begin().loop.settle();
        cluster.api((node, write) -> Optional.empty());
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    @Test
    void nodeOfTheSameNameThatComesDuringAWriteIsInitialisedToo() {
        cluster.pool(1);
        cluster.join("pool000000");
        cluster.begin().loop.turn();
        for (int i = 0; i < 2; i++) {
            cluster.loop.runOperations();
            cluster.loop.turn();
        }
        assertThat(cluster.loop.waiting()).as("the write of the first node").isOne();
        cluster.leave("pool000000");
        cluster.join("pool000000");
        cluster.loop.advance(Duration.ofSeconds(3));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
        assertThat(cluster.printed()).contains("GONE");
    }

    @Test
    void changeDuringAWriteIsLookedAtWhenItHasEnded() {
        cluster.pool(1);
        cluster.unready("pool000000", POOL + "/virtualMachines/0");
        cluster.change("pool000000", node -> node.editSpec()
                .addNewTaint("NoSchedule", NodeKeys.SHUTDOWN, null, null)
                .endSpec()
                .editStatus()
                .editFirstCondition()
                .withStatus("True")
                .endCondition()
                .endStatus());
        cluster.begin().loop.turn();
        cluster.change("pool000000", node -> node.editSpec()
                .addNewTaint("NoExecute", NodeKeys.OUT_OF_SERVICE, null, null)
                .endSpec());
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.taints("pool000000")).isEmpty();
    }

    @Test
    void writeThatEndsAtOnceIsCountedAgainWhenItIsPlannedAgain() {
        cluster.pool(1);
        cluster.unready("pool000000", POOL + "/virtualMachines/0");
        cluster.change("pool000000", node -> node.editStatus()
                .editFirstCondition()
                .withStatus("True")
                .endCondition()
                .endStatus());
        cluster.begin().loop.advance(Duration.ofSeconds(1));
        for (boolean atOnce : List.of(true, false)) {
            cluster.loop.runOperationsAtOnce(atOnce);
            cluster.change("pool000000", node -> node.editSpec()
                    .addNewTaint("NoSchedule", NodeKeys.SHUTDOWN, null, null)
                    .endSpec());
            cluster.loop.advance(Duration.ofSeconds(5));
        }

        assertThat(cluster.writes).filteredOn(write -> write.endsWith("ChangeTaints")).hasSize(2);
        assertThat(cluster.registry.get("controller.plan.changes").tag("reason", "NodeReady").counter().count())
                .isEqualTo(2);
    }

    @Test
    void deletionWhoseAnswerIsLostIsNotToldAgainOnceTheNodeHasLeft() {
        cluster.pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.api((node, write) -> {
            cluster.leave(node);
            cluster.loop.turn();
            throw new IllegalStateException("timeout");
        });
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.isThere("pool000007")).isFalse();

        cluster.heard.advance(Duration.ofHours(1));
        assertThat(cluster.heard.all()).containsExactly("DeletingNodeFailed 1");
    }

    private static Instant start() {
        return VirtualClock.START;
    }
}
