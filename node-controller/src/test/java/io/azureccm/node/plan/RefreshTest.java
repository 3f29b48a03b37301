package io.azureccm.node.plan;

import static io.azureccm.node.plan.Given.NOW;
import static io.azureccm.node.plan.Given.SETTINGS;
import static io.azureccm.node.plan.Given.found;
import static io.azureccm.node.plan.Given.joined;
import static io.azureccm.node.plan.Given.machine;
import static io.azureccm.node.plan.Given.old;
import static io.azureccm.node.plan.Given.refresh;
import static io.azureccm.node.plan.Given.view;
import static io.azureccm.node.plan.Given.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeSettings.Topology;
import io.azureccm.node.spec.NodeFacts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RefreshTest {
    private static final Machine MACHINE = machine(Kind.UNIFORM, "1", "running", "0");
    private static final NodeFacts READY = old("True", UnaryOperator.identity());

    private final NodePlanner planner = new NodePlanner(SETTINGS);

    @Test
    void addressesThatDifferAreReplacedAndOthersAreNot() {
        assertThat(writes(planner.decide(refresh(READY).with(found(MACHINE))))).isEmpty();
        assertThat(
                writes(planner.decide(refresh(READY).with(found(MACHINE, new MachineAddress("10.0.0.9", false, ""))))))
                .isEqualTo("addresses [InternalIP=10.0.0.4, Hostname=n1] -> [InternalIP=10.0.0.9, Hostname=n1]");
    }

    @Test
    void anUnmanagedNodeKeepsTheAddressesOfItsMachineButGetsNoTaint() {
        NodeFacts node = old("False", each -> each.editMetadata()
                .addToLabels("kubernetes.azure.com/managed", "false")
                .endMetadata());
        Machine stopped = machine(Kind.UNIFORM, "1", "deallocated", "0");

        assertThat(
                writes(planner.decide(refresh(node).with(found(stopped, new MachineAddress("10.0.0.9", false, ""))))))
                .isEqualTo("addresses [InternalIP=10.0.0.4, Hostname=n1] -> [InternalIP=10.0.0.9, Hostname=n1]");
    }

    @Test
    void bothFamiliesAreComparedAndTheOrderOfTypesDoesNotMatter() {
        NodeFacts node = old("True", each -> each.editStatus()
                .withAddresses()
                .addNewAddress("n1", "Hostname")
                .addNewAddress("10.0.0.4", "InternalIP")
                .addNewAddress("fd00::4", "InternalIP")
                .endStatus());
        MachineAddress v4 = new MachineAddress("10.0.0.4", false, "");

        assertThat(
                writes(planner.decide(refresh(node).with(found(MACHINE, v4, new MachineAddress("fd00::4", true, ""))))))
                .isEmpty();
        assertThat(
                writes(planner.decide(refresh(node).with(found(MACHINE, v4, new MachineAddress("fd00::5", true, ""))))))
                .contains("fd00::5");
    }

    @Test
    void nothingIsWrittenFromAListThatDoesNotTell() {
        for (MachineLookup seen : List.of(new MachineLookup.Missing(NOW), new MachineLookup.Unknown("throttled", NOW),
                new MachineLookup.Incomplete("no address", NOW)))
            assertThat(planner.decide(refresh(READY).with(seen)).change()).isEmpty();
    }

    @Test
    void aNodeThatIsNotInitialisedIsNotRefreshed() {
        assertThat(planner.question(refresh(joined()), List.of())).hasValueSatisfying(
                question -> assertThat(question.facts()).contains(Fact.FAULT_DOMAIN));
        assertThat(planner.question(view(READY), List.of())).isEmpty();
    }

    @Test
    void deprecatedLabelsFollowThePresentOnesWhenAskedFor() {
        NodeFacts node = old("True", each -> each.editMetadata()
                .addToLabels("topology.kubernetes.io/zone", "westeurope-1")
                .addToLabels("failure-domain.beta.kubernetes.io/zone", "0")
                .addToLabels("beta.kubernetes.io/instance-type", "kept")
                .endMetadata());
        NodeSettings asked = new NodeSettings(SETTINGS.parts(), new Topology(true, false, ConditionOptions.OFF), "rg",
                SETTINGS.monitorPeriod(), SETTINGS.refreshPeriod(), SETTINGS.grace());

        assertThat(writes(planner.decide(view(node)))).isEmpty();
        assertThat(writes(new NodePlanner(asked).decide(view(node))))
                .isEqualTo("labels {failure-domain.beta.kubernetes.io/zone=westeurope-1}");
    }

    @Test
    void aNodeWhoseNameWasUsedBeforeTrustsNoOlderList() {
        NodeFacts node = joined();
        MachineQuery fresh = planner.question(view(node), List.of("other")).orElseThrow();
        NodeView reused = new NodeView(node, NodeHistory.from(NOW, false, true), Optional.empty(), Optional.empty(),
                false,
                NOW, Optional.empty());

        assertThat(fresh.freshness().found()).isEqualTo(NOW.minus(Duration.ofSeconds(10)));
        assertThat(fresh.freshness().missed()).isEqualTo(NOW);
        assertThat(fresh.resourceGroups()).containsExactly("rg", "other");
        assertThat(planner.question(reused, List.of()).orElseThrow().freshness().found()).isEqualTo(NOW);
    }
}
