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

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeSettings.Topology;
import io.azureccm.node.spec.NodeFacts;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the planners of a node write together, and which nodes get no write at all. */
class NodePlannerTest {
    private static final Machine STOPPED = machine(Kind.UNIFORM, "1", "stopped", "0");
    private static final String TAINTS = "taints +node.cloudprovider.kubernetes.io/shutdown:NoSchedule"
            + " +node.kubernetes.io/out-of-service:NoExecute";
    private static final String LABELS = "labels {failure-domain.beta.kubernetes.io/zone=westeurope-1}";
    private static final String RECOVERED = "condition azureccm.io/Initialized True (Initialized)";
    private static final Optional<ShownCondition> SHOWN = Optional
            .of(new ShownCondition("azureccm.io/Initialized", "False", "MachineUnknown", "403", NOW));

    private final NodePlanner planner = planner(ConditionOptions.ON);
    private final NodeFacts unready = labelled("Unknown");

    @Test
    void aStoppedMachineChangesTaintsAndTheLabelsAreKeptUp() {
        assertThat(writes(planner.decide(view(unready).with(found(STOPPED))))).isEqualTo(TAINTS + "\n" + LABELS);
    }

    @Test
    void aNodeThatIsDeletedOrAboutToBeGetsNoOtherWrite() {
        NodeHistory history = planner.decide(view(unready).with(new MachineLookup.Missing(NOW))).history();
        NodeView again = shown(unready, history, NOW.plusSeconds(6))
                .with(new MachineLookup.Missing(NOW.plusSeconds(6)));

        assertThat(planner.decide(again).change()).isEmpty();
        assertThat(planner.decide(again).follow()).isInstanceOf(Follow.Check.class);
        assertThat(writes(planner.decide(again.with(MachineExistence.GONE)))).isEqualTo("delete the Node");
    }

    @Test
    void aNodeThatIsBeingDeletedGetsNoWrite() {
        NodeFacts leaving = joined(each -> each.editMetadata()
                .withDeletionTimestamp("2030-01-01T11:59:59Z")
                .endMetadata());

        assertThat(planner.decide(view(leaving).with(found(STOPPED))))
                .extracting(Decision::change, Decision::refusal)
                .containsOnly(Optional.empty());
    }

    @Test
    void aConditionIsClearedNextToOtherWritesOfNodesThatAreInitialisedAndOnlyWhereItIsEnabled() {
        NodeFacts node = labelled("True");
        NodeFacts foreign = old("True", each -> each.editSpec().withProviderID("aws:///i-1").endSpec());
        NodeFacts waiting = joined(each -> each.editSpec().withProviderID("aws:///i-1").endSpec());

        assertThat(writes(planner.decide(shown(node)))).isEqualTo(LABELS + "\n" + RECOVERED);
        assertThat(writes(planner(ConditionOptions.OFF).decide(shown(node)))).isEqualTo(LABELS);
        assertThat(writes(planner.decide(shown(foreign)))).isEqualTo(RECOVERED);
        assertThat(writes(planner.decide(shown(waiting)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',true", "azure://vm-1,false", "true,true"})
    void onlyAMachineThatTheProviderIdCanNameDecidesWhetherANodeIsAlive(String providerId, boolean tainted) {
        NodeFacts node = old("False", each -> each.editSpec()
                .withProviderID(providerId.equals("true") ? "azure://" + Given.INSTANCE : providerId)
                .endSpec());

        assertThat(writes(planner.decide(view(node).with(found(STOPPED))))).isEqualTo(tainted ? TAINTS : "");
    }

    @Test
    void theEarlierOfTwoChecksAndAnAnswerThatIsAwaitedApply() {
        Decision early = at(NOW.plusSeconds(3));
        Decision late = at(NOW.plusSeconds(5));
        Decision retry = Decision.wait(new Follow.Retry(NOW), early.history());
        Decision nothing = Decision.none(early.history());

        assertThat(early.and(late).follow()).isEqualTo(early.follow());
        assertThat(late.and(early).follow()).isEqualTo(early.follow());
        assertThat(nothing.and(late).follow()).isEqualTo(late.follow());
        assertThat(late.and(nothing).follow()).isEqualTo(late.follow());
        assertThat(late.and(retry).follow()).isEqualTo(retry.follow());
        assertThat(planner.decide(view(unready).with(new MachineLookup.Unknown("", NOW.plusSeconds(9), true))))
                .extracting(Decision::refusal, Decision::follow)
                .containsExactly(Optional.empty(), new Follow.At(NOW.plusSeconds(9)));
    }

    @Test
    void addressesGivenToTheKubeletReplaceOthersAndOneThatTheMachineLacksChangesNothing() {
        MachineLookup seen = found(STOPPED, new MachineAddress("10.0.0.4", false, ""),
                new MachineAddress("10.0.0.9", false, ""));

        assertThat(writes(planner.decide(refresh(provided("10.0.0.9")).with(seen))))
                .isEqualTo("addresses [InternalIP=10.0.0.4, Hostname=n1] -> [InternalIP=10.0.0.9, Hostname=n1]");
        assertThat(planner.decide(refresh(provided("10.0.0.5")).with(seen)))
                .extracting(Decision::change, each -> each.refusal().map(Refusal::code))
                .containsExactly(Optional.empty(), Optional.of("NodeIPNotFound"));
    }

    private static NodeFacts provided(String address) {
        return old("True", each -> each.editMetadata()
                .addToAnnotations("alpha.kubernetes.io/provided-node-ip", address)
                .endMetadata());
    }

    private static NodeFacts labelled(String ready) {
        return old(ready, each -> each.editMetadata()
                .addToLabels("topology.kubernetes.io/zone", "westeurope-1")
                .endMetadata());
    }

    private static NodePlanner planner(ConditionOptions conditions) {
        return new NodePlanner(new NodeSettings(SETTINGS.parts(), new Topology(true, false, conditions), "rg",
                SETTINGS.monitorPeriod(), SETTINGS.refreshPeriod(), SETTINGS.grace()));
    }

    private static NodeView shown(NodeFacts node) {
        return shown(node, NodeHistory.from(NOW, node.isReady(), false), NOW);
    }

    private static NodeView shown(NodeFacts node, NodeHistory history, Instant now) {
        return new NodeView(node, history, Optional.empty(), Optional.empty(), false, now, SHOWN);
    }

    private static Decision at(Instant next) {
        return Decision.wait(new Follow.At(next), NodeHistory.from(NOW, false, false));
    }
}
