package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes whose machines are gone are deleted, and no others, in virtual time. */
class NodeDeletionTest {
    private static final String POOL = COMPUTE + "virtualMachineScaleSets/pool";

    private final VirtualNodes cluster = new VirtualNodes();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void nodeWhoseMachineIsGoneIsDeletedAfterTwoListsAndADirectQuestion() {
        cluster.pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.begin().loop.settle();
        cluster.loop.advance(VirtualNodes.MONITOR.minusMillis(1));
        assertThat(cluster.isThere("pool000007")).isTrue();
        assertThat(cluster.arm.asked).noneMatch(call -> call.startsWith("GET"));

        cluster.loop.advance(Duration.ofMillis(2));
        assertThat(cluster.isThere("pool000007")).isFalse();
        assertThat(cluster.instanceLists()).isEqualTo(2);
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET")).hasSize(1);
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.heard.all()).containsExactly("DeletingNode 1");
    }

    @Test
    void nodeThatIsReadyWhileItsDeletionWaitsIsKeptAndNotToldOf() {
        cluster.pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.api((node, write) -> {
            cluster.change(node, each -> each.editStatus()
                    .editFirstCondition()
                    .withStatus("True")
                    .endCondition()
                    .endStatus());
            return Optional.empty();
        });
        cluster.begin().loop.advance(Duration.ofMinutes(2));
        cluster.heard.advance(Duration.ZERO);

        assertThat(cluster.isThere("pool000007")).isTrue();
        assertThat(cluster.printed()).contains("1 CHANGED");
        assertThat(cluster.heard.all()).isEmpty();
    }

    @Test
    void nodeThatChangesAllTheTimeIsDeletedInTheEnd() {
        cluster.pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        AtomicInteger beats = new AtomicInteger();
        cluster.api((node, write) -> {
            if (beats.incrementAndGet() < 4)
                cluster.change(node, each -> each.editMetadata().addToAnnotations("beat", "" + beats).endMetadata());
            return Optional.empty();
        });
        cluster.begin().loop.advance(Duration.ofSeconds(10));

        assertThat(cluster.isThere("pool000007")).isFalse();
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.heard.all()).containsExactly("DeletingNode 1");
    }

    @Test
    void newNodeOfAnUnknownNameIsKeptAndToldOnceThatItWaits() {
        cluster.pool(1);
        cluster.join("edge-1", NodeDeletionTest::notReady);
        cluster.begin().loop.advance(Duration.ofHours(1));
        cluster.heard.advance(Duration.ZERO);

        assertThat(cluster.writes).containsExactly("edge-1 SetCondition");
        assertThat(cluster.condition("edge-1")).contains("MachineNotFound",
                "the Node waits for one and is not deleted");
        assertThat(cluster.heard.all()).containsExactly("MachineNotFound 1");
        assertThat(cluster.arm.asked).as("its name is not asked for directly")
                .noneMatch(call -> call.startsWith("GET"));
    }

    @Test
    void oldNodeWithoutProviderIdAndTaintIsKeptAndToldWhy() {
        cluster.pool(1);
        cluster.join("edge-1", node -> notReady(node).editSpec().withTaints().endSpec());
        cluster.begin().loop.advance(Duration.ofHours(1));
        cluster.heard.advance(Duration.ZERO);

        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.heard.all()).containsExactly("MachineNotFound 1");
        assertThat(cluster.arm.asked).as("asked for less and less, at most every five minutes")
                .filteredOn(call -> call.equals("LIST virtualMachines"))
                .hasSizeBetween(12, 20);
    }

    @Test
    void newNodeNamedLikeAnInstanceIsDeletedIfThatInstanceDoesNotExist() {
        cluster.pool(1);
        cluster.join("pool00000a", NodeDeletionTest::notReady);
        cluster.begin().loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.isThere("pool00000a")).isFalse();
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET"))
                .containsExactly("GET virtualMachineScaleSets/pool/virtualMachines/10");
    }

    @Test
    void newNodeWhoseMachineAListHasShownIsDeletedWithItHoweverItTurned() {
        cluster.arm.single("vm-1", "vm-1", "10.0.0.4");
        cluster.join("vm-1",
                node -> node.editMetadata().addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9").endMetadata());
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.isInitialised("vm-1")).isFalse();
        cluster.arm.remove(COMPUTE + "virtualMachines/vm-1");
        cluster.change("vm-1", NodeDeletionTest::notReady);
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.isThere("vm-1")).isFalse();
    }

    @Test
    void anotherNodeOfTheNameIsNotKnownByTheMachineOfTheFirst() {
        cluster.arm.single("vm-1", "vm-1", "10.0.0.4");
        cluster.join("vm-1",
                node -> node.editMetadata().addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9").endMetadata());
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.leave("vm-1");
        cluster.arm.remove(COMPUTE + "virtualMachines/vm-1");
        cluster.join("vm-1", NodeDeletionTest::notReady);
        cluster.loop.advance(Duration.ofMinutes(20));

        assertThat(cluster.isThere("vm-1")).isTrue();
    }

    @Test
    void machineThatCannotBeCheckedIsAskedForLessAndLessAndNamed() {
        cluster.pool(1);
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.unready("pool000008", POOL + "/virtualMachines/8");
        cluster.arm.fail(POOL + "/virtualMachines/7", ArmException.Kind.FORBIDDEN, null);
        cluster.begin().loop.advance(Duration.ofHours(1));
        cluster.heard.advance(Duration.ZERO);

        assertThat(cluster.isThere("pool000008")).as("the other one goes").isFalse();
        assertThat(cluster.isThere("pool000007")).isTrue();
        assertThat(cluster.arm.asked)
                .filteredOn(call -> call.equals("GET virtualMachineScaleSets/pool/virtualMachines/7"))
                .hasSizeBetween(12, 20);
        assertThat(cluster.heard.all()).contains("MachineUnknown 1");
        assertThat(cluster.printed()).contains("! refused  pool000007  MachineUnknown: could not determine whether "
                + "virtualMachineScaleSets/pool/virtualMachines/7 exists: broken");
    }

    private static NodeBuilder notReady(NodeBuilder node) {
        return node.editStatus().editFirstCondition().withStatus("Unknown").endCondition().endStatus();
    }

    @Test
    void nodeIsKeptWhenListsLieAboutItsMachine() {
        cluster.pool(1);
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
        cluster.pool(1);
        for (int i = 1; i < 5; i++)
            cluster.unready("pool00000" + i, POOL + "/virtualMachines/" + i);
        cluster.begin().loop.advance(VirtualNodes.MONITOR.plusMillis(1));
        assertThat(cluster.writes).hasSize(4);
        assertThat(cluster.arm.asked).filteredOn(call -> call.startsWith("GET")).hasSize(5);
    }

    /** An ARM whose lists are always empty. */
    private record Forgetful(ArmGateway arm) implements ArmGateway {
        @Override
        public ArmList list(ArmId collection, Map<String, String> query) {
            return ArmList.of(List.of());
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
