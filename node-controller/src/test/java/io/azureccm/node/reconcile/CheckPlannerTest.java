package io.azureccm.node.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.reconcile.CheckPlanner.Checks;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckPlannerTest {
    private static final String SET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool";

    @Test
    void scaleSetIsAskedForFirstWhenMoreThanTwoOfItsMachinesAreMissing() {
        assertThat(CheckPlanner.of(members(2, false), 0, lane -> false).ready()).hasSize(2)
                .allMatch(check -> check.scaleSet().isEmpty());
        assertThat(CheckPlanner.of(members(3, false), 0, lane -> false).ready()).singleElement()
                .satisfies(check -> {
                    assertThat(check.nodes()).hasSize(3);
                    assertThat(check.target()).isEqualTo("virtualMachineScaleSets/pool");
                });
    }

    @Test
    void machinesOfAScaleSetThatStandsAreAskedForOneByOne() {
        assertThat(CheckPlanner.of(members(3, true), 0, lane -> false).ready()).hasSize(3);
    }

    @Test
    void membersWaitWhileTheirScaleSetIsAskedFor() {
        Checks checks = CheckPlanner.of(members(3, false), 0, lane -> lane.contains("pool"));
        assertThat(checks.ready()).isEmpty();
        assertThat(checks.waiting()).hasSize(3);
    }

    @Test
    void noMoreThan64MachinesAreAskedForSideBySide() {
        Checks checks = CheckPlanner.of(members(70, true), 4, lane -> false);
        assertThat(checks.ready()).hasSize(60);
        assertThat(checks.waiting()).hasSize(10);
    }

    private static Map<NodeFacts, Boolean> members(int count, boolean stands) {
        Map<NodeFacts, Boolean> members = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            members.put(NodeFactsParser.parse(new NodeBuilder().withNewMetadata()
                    .withName("n" + i)
                    .withUid("u" + i)
                    .endMetadata()
                    .withNewSpec()
                    .withProviderID("azure://" + SET + "/virtualMachines/" + i)
                    .endSpec()
                    .build()), stands);
        }
        return members;
    }
}
