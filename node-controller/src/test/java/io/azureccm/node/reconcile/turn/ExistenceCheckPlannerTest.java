package io.azureccm.node.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.node.reconcile.turn.ExistenceCheckPlanner.Checks;
import io.azureccm.node.reconcile.turn.ExistenceCheckPlanner.Wanted;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExistenceCheckPlannerTest {
    private static final String SET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool";

    @Test
    void scaleSetIsAskedForFirstWhenMoreThanTwoOfItsMachinesAreMissing() {
        assertThat(ExistenceCheckPlanner.of(members(2, false), 0, lane -> false).ready()).hasSize(2)
                .noneMatch(ExistenceCheck::isOfScaleSet);
        assertThat(ExistenceCheckPlanner.of(members(3, false), 0, lane -> false).ready()).singleElement()
                .satisfies(check -> {
                    assertThat(check.nodes()).hasSize(3);
                    assertThat(check.target()).isEqualTo("virtualMachineScaleSets/pool");
                });
    }

    @Test
    void machinesOfAScaleSetThatStandsAreAskedForOneByOne() {
        assertThat(ExistenceCheckPlanner.of(members(3, true), 0, lane -> false).ready()).hasSize(3);
    }

    @Test
    void membersWaitWhileTheirScaleSetIsAskedFor() {
        Checks checks = ExistenceCheckPlanner.of(members(3, false), 0, lane -> lane.contains("pool"));
        assertThat(checks.ready()).isEmpty();
        assertThat(checks.waiting()).hasSize(3);
    }

    @Test
    void noMoreThan16MachinesAreAskedForSideBySide() {
        Checks checks = ExistenceCheckPlanner.of(members(22, true), 4, lane -> false);
        assertThat(checks.ready()).hasSize(12);
        assertThat(checks.waiting()).hasSize(10);
    }

    private static List<Wanted> members(int count, boolean stands) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Wanted("n" + i, ArmId.parse(SET + "/virtualMachines/" + i), stands))
                .toList();
    }
}
