package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.exec.VirtualClock;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeScopeTest {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";
    private static final Duration WINDOW = Duration.ofMillis(100);

    private final VirtualNodes cluster = new VirtualNodes();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void newNodeIsReadWrittenAndToldOnceTheWindowCloses() {
        pool(1);
        cluster.begin().loop.settle();
        cluster.join("pool000000");
        cluster.loop.advance(Duration.ofMillis(90));
        assertThat(cluster.arm.asked).isEmpty();

        cluster.loop.advance(Duration.ofMillis(20));
        assertThat(cluster.writes).containsExactly("pool000000 SetAddresses", "pool000000 Initialise");
        assertThat(cluster.arm.asked).hasSize(3);
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.heard.all()).containsExactly("Synced 1");
        assertThat(cluster.registry.get("node.controller.initialisation").timer().count()).isOne();
    }

    @Test
    void nodesThatAreThereWhenItBeginsToLeadAreServedWithoutAWindow() {
        pool(2);
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.begin().loop.settle();
        assertThat(cluster.isInitialised("pool000000") && cluster.isInitialised("pool000001")).isTrue();
        assertThat(cluster.arm.asked).hasSize(3);
    }

    @Test
    void thousandNodesAtOnceCostThreeListsAndFewPlans() {
        pool(1000);
        cluster.begin().loop.settle();
        for (int i = 0; i < 1000; i++)
            cluster.join("pool%06d".formatted(i));
        cluster.loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.arm.asked).containsExactlyInAnyOrder("LIST virtualMachineScaleSets",
                "LIST virtualMachineScaleSets/pool/virtualMachines",
                "LIST virtualMachineScaleSets/pool/networkInterfaces");
        assertThat(cluster.writes).hasSize(2000);
        assertThat(cluster.plans()).isOne();
        assertThat(cluster.printed()).contains("1000 looked at / 1000 known", "Outcome #1  nodes  1000 WRITTEN");
    }

    @Test
    void nodeBesideASlowReadDoesNotWaitForIt() {
        cluster.arm.scaleSet("fast").instance("fast", 0, "10.0.0.4").scaleSet("slow").instance("slow", 0, "10.0.0.5");
        cluster.join("fast000000");
        cluster.join("slow000000");
        cluster.begin().loop.turn();
        cluster.loop.runOperations();
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).as("instances and interfaces of both scale sets").isEqualTo(4);
        cluster.loop.runOperation(0);
        cluster.loop.runOperation(0);
        cluster.loop.turn();
        cluster.loop.runOperation(2);

        assertThat(cluster.isInitialised("fast000000")).isTrue();
        assertThat(cluster.isInitialised("slow000000")).isFalse();
        assertThat(cluster.printed())
                .contains("  . slow000000   waits for reads of virtualMachineScaleSets/slow/networkInterfaces, "
                        + "virtualMachineScaleSets/slow/virtualMachines");
        cluster.loop.settle();
        assertThat(cluster.isInitialised("slow000000")).isTrue();
        assertThat(cluster.arm.asked).hasSize(5);
    }

    @Test
    void nodeThatJoinsDuringAReadNeedsNoOtherRead() {
        pool(2);
        cluster.join("pool000000");
        cluster.begin().loop.turn();
        cluster.join("pool000001");
        cluster.loop.turn();
        cluster.loop.clock().advance(WINDOW);
        cluster.loop.turn();
        assertThat(cluster.loop.waiting()).isOne();
        cluster.loop.settle();
        assertThat(cluster.isInitialised("pool000000") && cluster.isInitialised("pool000001")).isTrue();
        assertThat(cluster.arm.asked).hasSize(3);
    }

    @Test
    void nodeWhoseMachineIsGoneIsDeletedAfterTwoListsAndADirectQuestion() {
        pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.begin().loop.settle();
        cluster.loop.advance(VirtualNodes.MONITOR.minusMillis(1));
        assertThat(cluster.isThere("pool000007")).isTrue();
        assertThat(cluster.arm.asked).noneMatch(call -> call.startsWith("GET"));

        cluster.loop.advance(Duration.ofMillis(2));
        assertThat(cluster.isThere("pool000007")).isFalse();
        assertThat(instanceLists()).isEqualTo(2);
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET")).hasSize(1);
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.heard.all()).containsExactly("DeletingNode 1");
    }

    @Test
    void nodeIsKeptWhenListsLieAboutItsMachine() {
        pool(1);
        cluster.unready("pool000000", POOL + "/virtualMachines/0");
        cluster.begin(new Forgetful(cluster.arm), false).loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.isThere("pool000000")).isTrue();
        assertThat(cluster.arm.asked).anyMatch(call -> call.startsWith("GET"));
        assertThat(cluster.writes).isEmpty();
    }

    @Test
    void nodesOfAScaleSetThatIsGoneCostOneDirectQuestion() {
        for (int i = 0; i < 5; i++)
            cluster.unready("pool00000" + i, POOL + "/virtualMachines/" + i);
        cluster.begin().loop.advance(VirtualNodes.MONITOR.plusMillis(1));
        assertThat(cluster.writes).hasSize(5).allMatch(write -> write.endsWith("Delete"));
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET"))
                .containsExactly("GET virtualMachineScaleSets/pool");
    }

    @Test
    void nodesThatLeaveAScaleSetThatStandsAreAskedForOneByOne() {
        pool(1);
        for (int i = 1; i < 5; i++)
            cluster.unready("pool00000" + i, POOL + "/virtualMachines/" + i);
        cluster.begin().loop.advance(VirtualNodes.MONITOR.plusMillis(1));
        assertThat(cluster.writes).hasSize(4);
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET")).hasSize(5);
    }

    @Test
    void writeThatFailsIsMadeAgainWithGrowingWaitsAndHoldsUpNobody() {
        pool(2);
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
        pool(5);
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
        pool(1);
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
        pool(1);
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
        pool(1);
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
        pool(1);
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
    void listsThatCannotBeReadAreReadAgainAndDecideNothing() {
        pool(1);
        cluster.arm.fail(POOL + "/virtualMachines", ArmException.Kind.UNAVAILABLE, null);
        cluster.join("pool000000");
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.printed()).contains("! refused  pool000000  MachineUnknown",
                "! refused  pool000007  MachineUnknown");
        assertThat(instanceLists()).as("at 0, 1, 3 and 7 seconds").isEqualTo(4);

        cluster.arm.heal();
        cluster.loop.advance(Duration.ofSeconds(10));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    @Test
    void nodeWithoutItsMachineIsToldOfOnceAndAskedForLessAndLess() {
        pool(1);
        cluster.join("pool000001");
        cluster.begin().loop.advance(Duration.ofSeconds(16));
        assertThat(cluster.printed()).containsOnlyOnce("MachineNotFound");
        assertThat(instanceLists()).as("at 0, 1, 3, 7 and 15 seconds").isEqualTo(5);
        cluster.arm.instance("pool", 1, "10.0.0.9");
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.isInitialised("pool000001")).isTrue();
    }

    @Test
    void refusalThatUsersMatterIsToldWhileItHoldsAndEndsWhenItIsMended() {
        pool(1);
        cluster.join("pool000000", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9")
                .endMetadata());
        cluster.begin().loop.advance(Duration.ofSeconds(2));
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.heard.all()).containsExactly("NodeIPNotFound 1");
        assertThat(cluster.registry.get("controller.plan.refusals").counter().count()).isOne();

        cluster.change("pool000000", node -> node.editMetadata()
                .removeFromAnnotations(NodeKeys.PROVIDED_IPS)
                .endMetadata());
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
        assertThat(cluster.registry.find("controller.refused.objects").gauges()).isEmpty();
    }

    @Test
    void dryRunPrintsAPlanOnceAndWritesNothing() {
        pool(1);
        cluster.api((node, write) -> Optional.of(PatchOutcome.REFUSED));
        cluster.join("pool000000");
        cluster.begin(cluster.arm, true).loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.plans()).isOne();
    }

    @Test
    void hourInWhichNothingHappensCostsTheListsOfEachRefresh() {
        pool(3);
        for (int i = 0; i < 3; i++)
            cluster.join("pool00000" + i);
        cluster.begin().loop.settle();
        cluster.arm.asked.clear();
        cluster.loop.advance(Duration.ofHours(1));
        assertThat(cluster.arm.asked).as("instances and interfaces, every five minutes").hasSize(24);
        assertThat(cluster.writes).hasSize(6);
        assertThat(cluster.plans()).isOne();
    }

    private void pool(int machines) {
        cluster.arm.scaleSet("pool");
        for (int i = 0; i < machines; i++)
            cluster.arm.instance("pool", i, "10.0." + i / 200 + "." + (4 + i % 200));
    }

    private long instanceLists() {
        return cluster.arm.asked.stream().filter(call -> call.endsWith("pool/virtualMachines")).count();
    }

    private static Instant start() {
        return VirtualClock.START;
    }

    /** An ARM whose lists are empty, whatever there is. */
    private record Forgetful(ArmGateway arm) implements ArmGateway {
        @Override
        public List<ObjectNode> list(ArmId collection, Map<String, String> query) {
            return List.of();
        }

        @Override
        public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
            return arm.get(id, query);
        }

        @Override
        public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
            throw new UnsupportedOperationException("read only");
        }

        @Override
        public boolean delete(ArmId id, String ifMatch) {
            throw new UnsupportedOperationException("read only");
        }

        @Override
        public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
            throw new UnsupportedOperationException("read only");
        }
    }
}
