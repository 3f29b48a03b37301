package io.azureccm.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeStepsTest {
    private static final NodeChange CHANGE = new NodeChange(new Identity("n1", "u1", Instant.EPOCH, false),
            List.of(new NodeChange.Step(new NodeWrite.SetLabels(Map.of("a", "b")), Cause.of("LabelsDiffer")),
                    new NodeChange.Step(new NodeWrite.Delete(), Cause.of("MachineDeleted"))));

    @Test
    void eachWriteToANodeIsAStepWithItsCause() {
        assertThat(CHANGE.planned()).containsExactly(Step.kubernetes("node n1", "labels {a=b}", "LabelsDiffer"),
                Step.kubernetes("node n1", "delete the Node", "MachineDeleted"));
    }

    @Test
    void planShowsWhatBeginsAndWhatWaitsAndCountsOnlyWhatBegins() {
        List<Step> steps = new ArrayList<>(List.of(Step.read("virtualMachines", "NodeAdded")));
        steps.addAll(CHANGE.planned());
        steps.add(Step.waiting("node n2", "reads of x"));
        Plan plan = new Plan("nodes", List.of(), List.of(new Refusal("NoProviderID", "n5", "set one")),
                Plan.Basis.of(3, 5), new Schedule(steps, Map.of()));

        assertThat(PlanText.of("nodes").render(plan)).isEqualTo("""
                Plan nodes  nodes=3 changed / 5 known
                  < read virtualMachines  NodeAdded
                  > node n1               labels {a=b}   LabelsDiffer
                  > node n1               delete the Node   MachineDeleted
                  > node n2               waits for reads of x
                  ! refused  n5           NoProviderID: set one
                  calls: 0 writes, 2 to Kubernetes""");
    }

    /** A record is replayed in another process, where the order of a hash table is another one. */
    @Test
    void labelsAreSetInTheOrderOfTheirNames() {
        Map<String, String> labels = Map.of("f", "1", "a", "2", "d", "3", "b", "4", "e", "5", "c", "6");

        assertThat(new NodeWrite.SetLabels(labels).labels().keySet()).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(new NodeWrite.Initialise(labels, "").labels().keySet())
                .containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void addressesAreShownAsFarAsAMachineMayHaveThem() {
        List<Address> few = List.of(new Address("InternalIP", "10.0.0.4"), new Address("Hostname", "n1"));
        List<Address> many = IntStream.range(0, 60_000)
                .mapToObj(i -> new Address("InternalIP", "10.0.0." + i))
                .toList();
        List<Address> longOne = List.of(new Address("Hostname", "x".repeat(1_000_000)));

        assertThat(new NodeWrite.SetAddresses(List.of(), few).describe())
                .isEqualTo("addresses [] -> [InternalIP=10.0.0.4, Hostname=n1]");
        assertThat(new NodeWrite.SetAddresses(many, longOne).describe())
                .startsWith("addresses [InternalIP=10.0.0.0, InternalIP=10.0.0.1, ")
                .contains("InternalIP=10.0.0.99 and 59900 more] -> [Hostname=xxx")
                .hasSizeLessThan(3_000);
    }
}
