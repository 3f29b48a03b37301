package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.machine.read.ListedArm;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A Node that cannot be initialised has the reason in a condition, in virtual time: written when useful, and no more
 * often.
 */
class NodeConditionTest {
    private final VirtualNodes cluster = new VirtualNodes();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void nodesThatAreInitialisedWithoutTroubleGetNoConditionAndNoWriteForIt() {
        cluster.pool(200);
        for (int i = 0; i < 200; i++)
            cluster.join("pool%06d".formatted(i));
        cluster.begin().loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.writes).hasSize(400).noneMatch(each -> each.endsWith("SetCondition"));
    }

    @Test
    void machineThatComesAMomentLaterIsNotTold() {
        cluster.pool(0);
        cluster.join("pool000000");
        cluster.begin().loop.advance(Duration.ofSeconds(90));
        cluster.arm.instance("pool", 0, "10.0.0.4");
        cluster.loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.isInitialised("pool000000")).isTrue();
        assertThat(cluster.writes).containsExactly("pool000000 SetAddresses", "pool000000 Initialise");
    }

    @Test
    void machineThatDoesNotComeIsToldOnceWithWhatToDoAndTakenBackWhenItCameAfterAll() {
        cluster.pool(0);
        cluster.join("pool000000");
        cluster.begin().loop.advance(Duration.ofHours(2));
        assertThat(cluster.writes).containsExactly("pool000000 SetCondition");
        assertThat(cluster.condition("pool000000"))
                .isEqualTo("False (MachineNotFound): found no machine with this name in resource group Rg. "
                        + "What to do: " + InitialisationReason.MACHINE_NOT_FOUND.remedy());
        cluster.arm.instance("pool", 0, "10.0.0.4");
        cluster.loop.advance(Duration.ofMinutes(10));

        assertThat(cluster.condition("pool000000")).isEqualTo("True (Initialized): ");
        assertThat(cluster.writes).containsExactly("pool000000 SetCondition", "pool000000 SetAddresses",
                "pool000000 Initialise", "pool000000 SetCondition");
        cluster.loop.advance(Duration.ofHours(1));
        assertThat(cluster.writes).as("what is said is not written again").hasSize(4);
    }

    @Test
    void mistakeOfAUserIsToldAtOnceAndAnotherOneReplacesIt() {
        cluster.pool(1);
        cluster.join("pool000000", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9")
                .endMetadata());
        cluster.begin().loop.turn();
        cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.condition("pool000000")).startsWith("False (NodeIPNotFound): ").contains("10.9.9.9");
        cluster.change("pool000000", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.8.8.8")
                .endMetadata());
        cluster.loop.advance(Duration.ofSeconds(5));

        assertThat(cluster.condition("pool000000")).contains("10.8.8.8");
        cluster.change("pool000000", node -> node.editMetadata()
                .removeFromAnnotations(NodeKeys.PROVIDED_IPS)
                .endMetadata());
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.condition("pool000000")).isEqualTo("True (Initialized): ");
    }

    @Test
    void nodeThatCannotBeInitialisedIsTaintedOnceItsMachineIsStopped() {
        cluster.arm.single("vm", "vm", "10.0.0.4");
        power("running");
        cluster.join("vm", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.0.0.9")
                .endMetadata());
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.condition("vm")).startsWith("False (NodeIPNotFound)");
        power("deallocated");
        cluster.change("vm",
                node -> node.editStatus().editFirstCondition().withStatus("Unknown").endCondition().endStatus());
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.taints("vm")).contains(NodeKeys.SHUTDOWN,
                NodeKeys.OUT_OF_SERVICE, NodeKeys.UNINITIALISED);
    }

    private void power(String state) {
        cluster.arm.put(ListedArm.COMPUTE + "virtualMachines/vm", """
                {'location':'westeurope','zones':['1'],'properties':{'vmId':'vm','provisioningState':'Succeeded',
                 'hardwareProfile':{'vmSize':'Standard_B2'},'osProfile':{'computerName':'vm'},
                 'instanceView':{'statuses':[{'code':'PowerState/%s'}]},
                 'networkProfile':{'networkInterfaces':[{'id':'%svm-nic'}]}}}
                """.formatted(state,
                ListedArm.COMPUTE.replace("Compute", "Network") + "networkInterfaces/"));
    }

    @Test
    void conditionThatCannotBeWrittenKeepsNoNodeFromBeingInitialised() {
        cluster.pool(1);
        cluster.join("pool000000", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9")
                .endMetadata());
        cluster.api((node, write) -> {
            if (write.getClass().getSimpleName().equals("SetCondition"))
                throw new IllegalStateException("403 Forbidden");
            return Optional.empty();
        });
        cluster.begin().loop.advance(Duration.ofSeconds(30));
        cluster.change("pool000000", node -> node.editMetadata()
                .removeFromAnnotations(NodeKeys.PROVIDED_IPS)
                .endMetadata());
        cluster.loop.advance(Duration.ofSeconds(30));

        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    @Test
    void dryRunPlansNoCondition() {
        cluster.pool(1);
        cluster.join("pool000000", node -> node.editMetadata()
                .addToAnnotations(NodeKeys.PROVIDED_IPS, "10.9.9.9")
                .endMetadata());
        cluster.begin(cluster.arm, true).loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.writes).isEqualTo(List.of());
        assertThat(cluster.printed()).contains("NodeIPNotFound").doesNotContain("azureccm.io/Initialized");
    }
}
