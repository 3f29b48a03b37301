package io.azureccm.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.NodeChange.Step;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.spec.NodeFacts.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodePlanTest {
    private static final PlannedOperation WRITE = PlannedOperation.ready(new NodeOperation.Write(
            new NodeChange(new Identity("n1", "u1", Instant.EPOCH, false), List.of(
                    new Step(new NodeWrite.SetLabels(Map.of("a", "b")), Cause.of("LabelsDiffer"))))));

    @Test
    void planShowsWhatBeginsAndWhatWaitsAndForWhat() {
        NodePlan plan = new NodePlan("nodes", "nodes=3 due / 5 known",
                List.of(PlannedOperation.ready(new NodeOperation.ReadMachines("virtualMachines", 2)),
                        PlannedOperation.ready(new NodeOperation.Check("the machine of n4", 1)), WRITE,
                        new PlannedOperation(new NodeOperation.PlanNode("n2"), Readiness.waits("reads of x")),
                        new PlannedOperation(new NodeOperation.PlanNode("n3"), new Readiness.Waits(
                                "the next attempt after MachineNotFound", Instant.parse("2026-01-01T00:00:01Z")))),
                List.of(new Refusal("NoProviderID", "n5", "set one")));

        assertThat(plan.text(7)).isEqualTo("""
                Plan #7  nodes  nodes=3 due / 5 known
                  ? read virtualMachines   for 2 nodes
                  ? check whether the machine of n4 exists   for 1 nodes
                  ~ n1
                      labels {a=b}   LabelsDiffer
                  . n2   waits for reads of x
                  . n3   waits for the next attempt after MachineNotFound, until 2026-01-01T00:00:01Z
                  ! refused  n5  NoProviderID: set one
                  calls: 1 writes to 1 nodes""");
        assertThat(plan.json(7).at("/nodes/0/writes/0/write").asText()).isEqualTo("labels {a=b}");
        assertThat(plan.json(7).at("/waiting/1/waitsFor").asText())
                .isEqualTo("the next attempt after MachineNotFound");
        assertThat(plan.json(7).at("/reads")).hasSize(2);
    }

    @Test
    void podCidrsAreOperationsOfTheSameKindOfPlan() {
        NodeCidrs node = NodeCidrs.of("n1", "u1", Instant.EPOCH, true, List.of());
        NodePlan plan = new NodePlan("pod-cidrs", "nodes=1 known", List.of(PlannedOperation.ready(
                new NodeOperation.AssignPodCidrs(
                        new Assignment(node, List.of(Cidr.parse("10.244.0.0/24").orElseThrow()), List.of(1))))),
                List.of());
        assertThat(plan.text(1)).contains("  ~ n1   podCIDRs [10.244.0.0/24]", "calls: 1 writes to 1 nodes");
        assertThat(plan.json(1).at("/nodes/0/podCIDRs/0").asText()).isEqualTo("10.244.0.0/24");
        assertThat(plan.writes()).isOne();
    }

    @Test
    void planThatOnlyReadsIsEmptyAndOneThatOnlyWaitsIsIdle() {
        NodePlan reads = new NodePlan("nodes", "",
                List.of(PlannedOperation.ready(new NodeOperation.ReadMachines("virtualMachines", 2))), List.of());
        assertThat(reads.isEmpty()).isTrue();
        assertThat(reads.isIdle()).isFalse();
        NodePlan waits = new NodePlan("nodes", "",
                List.of(new PlannedOperation(WRITE.operation(), Readiness.waits("x"))), List.of());
        assertThat(waits.isEmpty() && waits.isIdle()).isTrue();
    }

    @Test
    void longPlanEndsInHowManyMoreThereAre() {
        List<PlannedOperation> operations = new ArrayList<>();
        for (int i = 0; i < 105; i++)
            operations.add(WRITE);
        for (int i = 0; i < 25; i++)
            operations.add(new PlannedOperation(new NodeOperation.PlanNode("w" + i), Readiness.waits("x")));
        String text = new NodePlan("nodes", "", operations, List.of()).text(1);
        assertThat(text).contains("  ... and 5 more", "  . ... and 5 more wait", "calls: 105 writes to 105 nodes");
    }
}
