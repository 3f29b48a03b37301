package io.azureccm.node.reconcile;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list in which one machine cannot be read, in virtual time. */
class BrokenMachineTest {
    private final VirtualNodes cluster = new VirtualNodes();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void machineThatCanBeReadAgainIsInitialisedAndOthersDoNotWaitForIt() {
        cluster.pool(2);
        cluster.join("pool000000");
        cluster.join("pool000001");
        cluster.arm.breaks(COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/0", 0);
        cluster.begin().loop.advance(Duration.ofMinutes(3));
        assertThat(cluster.isInitialised("pool000001")).isTrue();
        assertThat(cluster.isInitialised("pool000000")).isFalse();
        assertThat(cluster.isThere("pool000000")).isTrue();
        assertThat(cluster.instanceLists()).as("reads while it is broken").isBetween(2L, 12L);

        assertThat(cluster.condition("pool000000"))
                .startsWith("False (MachineUnknown): virtualMachineScaleSets/pool/virtualMachines/0")
                .contains("cannot be read: properties is null, but must be an object");

        cluster.arm.heal();
        cluster.loop.advance(Duration.ofMinutes(2));

        assertThat(cluster.isInitialised("pool000000")).isTrue();
    }

    /** Its element in the list may show its id, or not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void nodeIsNotDeletedWhileItsMachineCannotBeReadAndOthersAre(int position) {
        String pool = COMPUTE + "virtualMachineScaleSets/pool/virtualMachines/";
        cluster.pool(2);
        cluster.unready("pool000000", pool + "0");
        cluster.unready("pool000007", pool + "7");
        cluster.arm.breaks(pool + "0", position);
        cluster.begin().loop.advance(Duration.ofMinutes(20));

        assertThat(cluster.isThere("pool000000")).isTrue();
        assertThat(cluster.isThere("pool000007")).isFalse();
        assertThat(cluster.printed()).contains("! refused  pool000000  MachineUnknown");
    }
}
