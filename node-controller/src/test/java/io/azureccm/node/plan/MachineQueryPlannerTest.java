package io.azureccm.node.plan;

import static io.azureccm.node.plan.Given.NOW;
import static io.azureccm.node.plan.Given.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a turn asks about the machine of a node, and how recent the answer has to be. */
class MachineQueryPlannerTest {
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Duration TICK = Duration.ofMillis(1);

    @Test
    void aNodeThatJoinsIsFoundInAListFromShortlyBeforeAndMissingOnlyInOneSince() {
        MachineQuery query = query(Given.view(Given.joined())).orElseThrow();

        assertThat(query.facts()).containsExactlyInAnyOrder(Fact.ADDRESSES, Fact.FAULT_DOMAIN);
        assertThat(query.freshness()).isEqualTo(new Freshness(NOW.minusSeconds(10), NOW));
        assertThat(query.machine()).isEmpty();
    }

    @Test
    void anOlderListMayShowTheMachineOfAnEarlierNodeOfTheName() {
        NodeView again = Given.view(Given.joined()).with(NodeHistory.from(NOW, false, true));

        assertThat(query(again).orElseThrow().freshness()).isEqualTo(Freshness.since(NOW));
    }

    @Test
    void aListThatWasNotSufficientIsNotAskedAgain() {
        NodeView view = Given.view(Given.joined());
        Instant tried = NOW.plusSeconds(3);

        assertThat(query(view.with(view.history().missed(tried))).orElseThrow().freshness())
                .isEqualTo(Freshness.since(tried.plus(TICK)));
    }

    @Test
    void aNodeThatIsNotReadyNeedsThePowerOfItsMachineFromAListAsOldAsAQuarterOfThePause() {
        NodeFacts old = Given.old("False", UnaryOperator.identity());
        MachineQuery query = query(at(LATER, old, false)).orElseThrow();
        NodeView missed = at(LATER, old, false);

        assertThat(query.facts()).containsExactly(Fact.POWER);
        assertThat(query.freshness()).isEqualTo(Freshness.since(LATER.minus(Duration.ofMillis(1_250))));
        assertThat(query.machine()).contains(ArmId.parse(Given.INSTANCE));
        assertThat(query(missed.with(missed.history().missed(LATER))).orElseThrow().freshness())
                .isEqualTo(new Freshness(LATER.minus(Duration.ofMillis(1_250)), LATER.plus(TICK)));
        assertThat(query(at(NOW, old, false)).orElseThrow().freshness()).isEqualTo(Freshness.since(NOW));
    }

    @Test
    void addressesThatAreDueMayBeHalfARefreshPeriodOld() {
        MachineQuery query = query(at(LATER, Given.old("True", UnaryOperator.identity()), true)).orElseThrow();

        assertThat(query.facts()).containsExactly(Fact.ADDRESSES);
        assertThat(query.freshness()).isEqualTo(Freshness.since(LATER.minusSeconds(150)));
        assertThat(query(at(LATER, Given.old("False", UnaryOperator.identity()), true)).orElseThrow().facts())
                .containsExactlyInAnyOrder(Fact.ADDRESSES, Fact.POWER);
    }

    @Test
    void nothingIsAskedAboutNodesThatNeedNothing() {
        NodeView ready = Given.view(Given.old("True", UnaryOperator.identity()));
        NodeView unready = Given.view(Given.old("False", UnaryOperator.identity()));
        NodeView joins = Given.view(Given.joined());

        assertThat(query(ready)).isEmpty();
        assertThat(query(unready.with(unready.history().due(NOW.plusSeconds(1))))).isEmpty();
        assertThat(query(Given.view(Given.old("False", node -> node.editMetadata()
                .withDeletionTimestamp("2030-01-01T12:00:00Z")
                .endMetadata())))).isEmpty();
        assertThat(query(Given.refresh(Given.old("True", provider("aws:///i-1"))))).isEmpty();
        assertThat(query(joins, new NodeSettings.Parts(false, true))).isPresent();
        assertThat(query(at(LATER, Given.old("True", UnaryOperator.identity()), true),
                new NodeSettings.Parts(false, true))).isEmpty();
        assertThat(query(unready, new NodeSettings.Parts(true, false))).isEmpty();
    }

    @Test
    void aMachineThatCannotBeNamedIsLookedForOnlyWhileTheNodeJoins() {
        assertThat(query(Given.view(Given.joined(provider("azure:///nonsense"))))).isPresent();
        assertThat(query(Given.view(Given.old("False", provider("azure:///nonsense"))))).isEmpty();
        assertThat(query(Given.view(Given.joined(unmanaged())))).isPresent();
        assertThat(query(Given.view(Given.joined(node -> provider("azure:///nonsense")
                .apply(unmanaged().apply(node)))))).isEmpty();
        assertThat(query(Given.view(Given.old("False", unmanaged())))).isEmpty();
    }

    @Test
    void addressesOfAnUnmanagedNodeAreComparedOnlyIfItsProviderIdNamesItsMachine() {
        MachineQuery query = query(Given.refresh(Given.old("False", unmanaged()))).orElseThrow();

        assertThat(query.machine()).contains(ArmId.parse(Given.INSTANCE));
        assertThat(query.facts()).containsExactly(Fact.ADDRESSES);
        for (String id : List.of("", "azure://n1", "vsphere://1"))
            assertThat(query(Given.refresh(Given.old("True", node -> provider(id).apply(unmanaged().apply(node))))))
                    .as(id)
                    .isEmpty();
    }

    @Test
    void theNodesOwnGroupComesFirstAndEachGroupOnce() {
        MachineQueryPlanner planner = new MachineQueryPlanner(SETTINGS);

        assertThat(planner.question(Given.view(Given.joined()), List.of("other", "RG", "Other", "third"))
                .orElseThrow()
                .resourceGroups()).containsExactly("rg", "other", "third");
        assertThat(planner.question(Given.view(Given.joined(label("kubernetes.azure.com/resource-group", "Own"))),
                List.of("rg", "own")).orElseThrow().resourceGroups()).first().asString().isEqualToIgnoringCase("own");
    }

    @ParameterizedTest
    @CsvSource({"0, true, 86400, PT5S", "1, true, 86400, PT10S", "3, true, 86400, PT40S", "6, true, 86400, PT5M",
            "0, false, 10, PT30S", "2, false, 10, PT2M", "0, false, 599, PT30S", "0, false, 600, PT5S",
            "0, true, 10, PT5S"})
    void thePauseGrowsWithEachCheckAndIsLongerForANodeThatJoinsAndWasNeverReady(int checks, boolean everReady,
            int age, Duration pause) {
        NodeFacts node = Given.old("False", each -> each.editMetadata()
                .withCreationTimestamp(NOW.minusSeconds(age).toString())
                .endMetadata());
        NodeHistory history = NodeHistory.from(NOW, everReady, false);
        for (int i = 0; i < checks; i++)
            history = history.checked(NOW);

        assertThat(LifecyclePlanner.pause(SETTINGS, Given.view(node).with(history))).isEqualTo(pause);
    }

    private static NodeView at(Instant now, NodeFacts node, boolean refresh) {
        return new NodeView(node, NodeHistory.from(NOW, node.isReady(), false), Optional.empty(), Optional.empty(),
                refresh, now, Optional.empty());
    }

    private static UnaryOperator<NodeBuilder> provider(String id) {
        return node -> node.editSpec().withProviderID(id).endSpec();
    }

    private static UnaryOperator<NodeBuilder> label(String key, String value) {
        return node -> node.editMetadata().addToLabels(key, value).endMetadata();
    }

    private static UnaryOperator<NodeBuilder> unmanaged() {
        return label("kubernetes.azure.com/managed", "false");
    }

    private static Optional<MachineQuery> query(NodeView view) {
        return query(view, SETTINGS.parts());
    }

    private static Optional<MachineQuery> query(NodeView view, NodeSettings.Parts parts) {
        return new MachineQueryPlanner(new NodeSettings(parts, SETTINGS.topology(), SETTINGS.resourceGroup(),
                SETTINGS.monitorPeriod(), SETTINGS.refreshPeriod(), SETTINGS.grace())).question(view, List.of());
    }
}
