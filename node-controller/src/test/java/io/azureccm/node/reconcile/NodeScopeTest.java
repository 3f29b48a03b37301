package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes are initialised from lists of machines, in virtual time. */
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
        cluster.pool(1);
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
        cluster.pool(2);
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.begin().loop.settle();
        assertThat(cluster.isInitialised("pool000000") && cluster.isInitialised("pool000001")).isTrue();
        assertThat(cluster.arm.asked).hasSize(3);
    }

    @Test
    void thousandNodesAtOnceCostThreeListsAndFewPlans() {
        cluster.pool(1000);
        cluster.begin().loop.settle();
        for (int i = 0; i < 1000; i++)
            cluster.join("pool%06d".formatted(i));
        cluster.loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.arm.asked).containsExactlyInAnyOrder("LIST virtualMachineScaleSets",
                "LIST virtualMachineScaleSets/pool/virtualMachines",
                "LIST virtualMachineScaleSets/pool/networkInterfaces");
        assertThat(cluster.writes).hasSize(2000);
        assertThat(cluster.plans()).isOne();
        assertThat(cluster.printed()).contains("1000 changed / 1000 known", "Outcome #1  nodes  1000 WRITTEN");
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
                .contains("  > node slow000000  waits for reads of virtualMachineScaleSets/slow/networkInterfaces, "
                        + "virtualMachineScaleSets/slow/virtualMachines");
        cluster.loop.settle();
        assertThat(cluster.isInitialised("slow000000")).isTrue();
        assertThat(cluster.arm.asked).hasSize(5);
    }

    @Test
    void nodeThatJoinsDuringAReadNeedsNoOtherRead() {
        cluster.pool(2);
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
    void listsThatCannotBeReadAreReadAgainAndDecideNothing() {
        cluster.pool(1);
        cluster.arm.fail(POOL + "/virtualMachines", ArmException.Kind.UNAVAILABLE, null);
        cluster.join("pool000000");
        cluster.unready("pool000007", POOL + "/virtualMachines/7");
        cluster.begin().loop.advance(Duration.ofSeconds(10));
        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.printed()).contains("! refused  pool000000  MachineUnknown",
                "! refused  pool000007  MachineUnknown");
        assertThat(cluster.instanceLists()).as("at 0, 1, 3 and 7 seconds").isEqualTo(4);

        cluster.arm.heal();
        cluster.loop.advance(Duration.ofSeconds(10));
        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    @Test
    void nodeWithoutItsMachineIsToldOfOnceAndAskedForLessAndLess() {
        cluster.pool(1);
        cluster.join("pool000001");
        cluster.begin().loop.advance(Duration.ofSeconds(16));
        assertThat(cluster.printed()).containsOnlyOnce("MachineNotFound");
        assertThat(cluster.instanceLists()).as("at 0, 1, 3, 7 and 15 seconds").isEqualTo(5);
        cluster.arm.instance("pool", 1, "10.0.0.9");
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.isInitialised("pool000001")).isTrue();
    }

    @Test
    void refusalThatUsersMatterIsToldWhileItHoldsAndEndsWhenItIsMended() {
        cluster.pool(1);
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
    void machineThatCannotBeReadIsNamedAndHoldsUpNoOtherNode() {
        for (int i = 0; i < 4; i++)
            cluster.arm.single("vm-" + i, "vm-" + i, "10.0.9." + (4 + i)).put(COMPUTE + "virtualMachines/vm-" + i, """
                    {'location':'westeurope','properties':{'hardwareProfile':{'vmSize':'Standard_B2'},
                     'osProfile':{'computerName':'vm-%1$d'},'instanceView':{'platformFaultDomain':2},
                     'networkProfile':{'networkInterfaces':[{'id':'%2$s/vm-%1$d-nic'}]}}}
                    """.formatted(i, COMPUTE.replace("Compute/", "Network/networkInterfaces")));
        cluster.arm.fail(COMPUTE + "virtualMachines/vm-0", ArmException.Kind.FORBIDDEN, null);
        for (int i = 0; i < 4; i++)
            cluster.join("vm-" + i);
        cluster.begin().loop.settle();
        for (int i = 1; i < 4; i++)
            assertThat(cluster.isInitialised("vm-" + i)).isTrue();

        cluster.loop.advance(Duration.ofHours(1));
        cluster.heard.advance(Duration.ZERO);
        assertThat(cluster.isInitialised("vm-0")).isFalse();
        assertThat(cluster.condition("vm-0"))
                .startsWith("False (MachineUnknown): virtualMachines/vm-0 cannot be read: broken");
        assertThat(cluster.heard.all()).contains("MachineUnknown 1");
        assertThat(cluster.arm.asked).filteredOn(call -> call.equals("GET virtualMachines/vm-0"))
                .as("at most once a minute in the long run")
                .hasSizeBetween(50, 70);
    }

    @Test
    void dryRunPrintsAPlanOnceAndWritesNothing() {
        cluster.pool(1);
        cluster.api((node, write) -> Optional.of(PatchOutcome.REFUSED));
        cluster.join("pool000000");
        cluster.begin(cluster.arm, true).loop.advance(Duration.ofMinutes(4));
        assertThat(cluster.writes).isEmpty();
        assertThat(cluster.plans()).isOne();
    }

    @Test
    void dryRunPrintsNoPlanAgainWhenAChangeIsHeardOfThatWasPlannedBefore() {
        cluster.pool(1);
        cluster.api((node, write) -> Optional.of(PatchOutcome.REFUSED));
        cluster.join("pool000000");
        cluster.begin(cluster.arm, true).loop.settle();
        assertThat(cluster.plans()).isOne();
        cluster.announceAgain("pool000000");
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.plans()).isOne();
        cluster.change("pool000000", node -> node.editMetadata().addToLabels("more", "facts").endMetadata());
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.plans()).isEqualTo(2);
    }

    @Test
    void hourInWhichNothingHappensCostsTheListsOfEachRefresh() {
        cluster.pool(3);
        for (int i = 0; i < 3; i++)
            cluster.join("pool00000" + i);
        cluster.begin().loop.settle();
        cluster.arm.asked.clear();
        cluster.loop.advance(Duration.ofHours(1));
        assertThat(cluster.arm.asked).as("instances and interfaces, every five minutes").hasSize(24);
        assertThat(cluster.writes).hasSize(6);
        assertThat(cluster.plans()).isOne();
    }
}
