package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.reconcile.BatchWindow;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.route.observed.NetworkRanges;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.NodeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing reads, what the write of the table waits for, and both in the printed plan. */
class TurnPlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Lanes ALL_FREE = lane -> false;
    private static final RouteTiming TIMING = VirtualCluster.settling(Duration.ZERO);

    private final PlannerSettings settings = new PlannerSettings(VirtualCluster.cloud(), List.of());
    private final TurnPlanner planner = new TurnPlanner(new RoutePlanner(settings),
            new ConditionPlanner(ConditionOptions.ON), TIMING, false);
    private final NodeFacts node = new NodeFacts("n1", "uid-n1", "", List.of("10.244.1.0/24"), List.of("10.240.0.1"),
            NodeFacts.Provider.NONE, NodeFacts.Care.OURS);

    @Test
    void aTableThatIsNotKnownIsAReadInThePlan() {
        TurnPlan plan = planner.plan(KnownState.NOTHING, ALL_FREE, NOW);

        assertThat(plan.reads().readsTable()).isTrue();
        assertThat(text(plan)).contains("< read routeTables/rt | NotKnown");
    }

    @ParameterizedTest
    @ValueSource(strings = {RouteEffect.TABLE, RouteEffect.TABLE_READ})
    void aReadWaitsForTheOperationUnderWay(String busy) {
        TurnPlan plan = planner.plan(KnownState.NOTHING, busy::equals, NOW);

        assertThat(plan.reads().readsTable()).isFalse();
        assertThat(text(plan)).contains("waits for the operation under way");
    }

    @Test
    void aWriteThatNothingKeepsIsReady() {
        TurnPlan plan = planner.plan(joined(), ALL_FREE, NOW);

        assertThat(plan.isReady()).isTrue();
        assertThat(text(plan)).contains("+ route").doesNotContain("waits");
    }

    @Test
    void aWriteWaitsForTheOneUnderWay() {
        assertThat(waits(joined(), RouteEffect.TABLE::equals)).isEqualTo("the write under way");
    }

    @Test
    void aWriteWaitsForConditionsThatAreBeingWritten() {
        assertThat(waits(joined(), RouteEffect.CONDITIONS::equals)).isEqualTo("conditions of nodes");
    }

    @Test
    void aWriteWaitsUntilTheWindowCloses() {
        KnownState known = joined();
        known = known.with(new KnownState.Nodes(known.nodes().cluster(), Map.of(), Map.of(), Set.of("n1"),
                Optional.of(BatchWindow.opened(NOW))));

        assertThat(waits(known, ALL_FREE)).isEqualTo("further changes");
        assertThat(planner.plan(known, ALL_FREE, NOW.plus(TIMING.idleWindow())).isReady()).isTrue();
    }

    @Test
    void aWriteThatAzureRefusedWaitsForTheNextAttemptOrForAChangeOfANode() {
        KnownState known = after(joined(), new Outcome.Rejected(403, "AuthorizationFailed", "no"));

        assertThat(waits(known, ALL_FREE)).isEqualTo("the next attempt");
        assertThat(planner.plan(known, ALL_FREE, NOW.plusSeconds(1)).isReady()).isTrue();
        assertThat(planner.plan(known.with(known.writes().changed(Set.of())), ALL_FREE, NOW).isReady()).isTrue();
    }

    @Test
    void aWriteThatAzureAsksToWaitWithIsNotMadeEarlierForAChangeOfANode() {
        KnownState known = after(joined(), new Outcome.Throttled(NOW.plusSeconds(20), "slow down"));

        assertThat(waits(known.with(known.writes().changed(Set.of())), ALL_FREE)).isEqualTo("the next attempt");
        assertThat(planner.plan(known, ALL_FREE, NOW.plusSeconds(20)).isReady()).isTrue();
    }

    @Test
    void aWriteWaitsForAddressesOfMachinesForFiveSecondsOnly() {
        NodeFacts other = new NodeFacts("n2", "uid-n2", "", List.of("10.244.2.0/24"), List.of(),
                NodeFacts.Provider.of("azure:///subscriptions/sub/resourceGroups/k8s/providers/Microsoft.Compute"
                        + "/virtualMachines/n2"),
                NodeFacts.Care.OURS);
        KnownState known = joined()
                .with(new KnownState.Nodes(new ClusterState(List.of(node, other), 2), Map.of(), Map.of(), Set.of(),
                        Optional.empty()));
        assertThat(waits(known, ALL_FREE)).isEqualTo("addresses of machines");

        KnownState asking = known.with(known.machines().awaitedSince(NOW).awaitedSince(NOW.plusSeconds(4)));

        assertThat(planner.plan(asking, RouteEffect.MACHINES::equals, NOW.plusSeconds(4)).isReady()).isFalse();
        TurnPlan plan = planner.plan(asking, RouteEffect.MACHINES::equals, NOW.plusSeconds(5));
        assertThat(plan.isReady()).isTrue();
        assertThat(text(plan)).contains("+ route | n1____102441024").doesNotContain("+ route | n2");
    }

    @Test
    void noNodeIsReportedAsConnectedWhileTheTableIsBeingWritten() {
        KnownState known = served();

        assertThat(planner.plan(known, ALL_FREE, NOW).nodes().results().get(node))
                .isInstanceOf(NodeResult.Connected.class);
        assertThat(planner.plan(known, RouteEffect.TABLE::equals, NOW).nodes().results().get(node))
                .isInstanceOf(NodeResult.Open.class);
    }

    @Test
    void connectedNodeIsReportedBeforeTheWriteForAnotherOne() {
        KnownState known = served();
        NodeFacts other = new NodeFacts("n2", "uid-n2", "", List.of("10.244.2.0/24"), List.of("10.240.0.2"),
                NodeFacts.Provider.NONE, NodeFacts.Care.OURS);
        known = known
                .with(new KnownState.Nodes(new ClusterState(List.of(node, other), 1), Map.of(), Map.of(), Set.of("n2"),
                        Optional.empty()));

        TurnPlan plan = planner.plan(known, ALL_FREE, NOW);

        assertThat(plan.nodes().conditions())
                .containsExactly(Map.entry(node, new ConditionWrite(Optional.of(true), Optional.empty())));
        assertThat(plan.isReady()).isFalse();
        assertThat(text(plan)).contains("waits for conditions of nodes",
                "> node n1 | NetworkUnavailable=False | RouteCreated");
    }

    @Test
    void noNodeIsReportedAsConnectedFromATableThatIsTooOldAndTheReadIsPlanned() {
        KnownState known = served();
        ObservedState old = known.table().observed().orElseThrow();
        known = known.with(new KnownState.Table(
                Optional.of(new ObservedState(old.table(), NodeResults.FRESH.toMillis() + 1, Map.of(),
                        Optional.of(NetworkRanges.NONE))),
                LastKnownGood.NOTHING));

        TurnPlan plan = planner.plan(known, ALL_FREE, NOW);

        assertThat(plan.nodes().results().get(node)).isInstanceOf(NodeResult.Open.class);
        assertThat(text(plan)).contains("< read routeTables/rt | TableTooOld");
    }

    @Test
    void noNodeIsReportedAsConnectedFromATableThatMayLackWhatAnEarlierLeaderWrote() {
        KnownState known = served();
        known = known.with(known.reads().currentFrom(NOW.plusSeconds(1)));

        assertThat(planner.plan(known, ALL_FREE, NOW).nodes().results().get(node)).isInstanceOf(NodeResult.Open.class);
        assertThat(text(planner.plan(known, ALL_FREE, NOW))).doesNotContain("< read");
        assertThat(text(planner.plan(known, ALL_FREE, NOW.plusSeconds(1)))).contains("TableTooOld");
    }

    private KnownState joined() {
        return known(JsonNodeFactory.instance.objectNode());
    }

    /** The route of the node exists. */
    private KnownState served() {
        Plan plan = planner.plan(joined(), ALL_FREE, NOW).plan();
        return known(plan.operations().getFirst().body());
    }

    private KnownState known(ObjectNode table) {
        ObjectNode shown = table.put("id", settings.table().toString());
        return KnownState.NOTHING
                .with(new KnownState.Nodes(new ClusterState(List.of(node), 1), Map.of(), Map.of(), Set.of(),
                        Optional.empty()))
                .with(new KnownState.Table(
                        Optional.of(
                                new ObservedState(Optional.of(shown), 0, Map.of(), Optional.of(NetworkRanges.NONE))),
                        LastKnownGood.NOTHING));
    }

    private KnownState after(KnownState known, Outcome outcome) {
        Plan plan = planner.plan(known, ALL_FREE, NOW).plan();
        RouteEvent.TableWritten write = new RouteEvent.TableWritten(
                new PlanOutcome(plan, Map.of(settings.table(), outcome)), Duration.ZERO);
        return known.with(known.writes().after(write, known.nodes().cluster(), TIMING.retries(), NOW, Duration.ZERO));
    }

    private String waits(KnownState known, Lanes underWay) {
        TurnPlan plan = planner.plan(known, underWay, NOW);
        assertThat(plan.isReady()).isFalse();
        String what = plan.plan().schedule().waitOf(settings.table());
        assertThat(text(plan)).contains("waits for " + what);
        return what;
    }

    private static String text(TurnPlan plan) {
        return PlanText.of("nodes").render(plan.plan()).replaceAll("(?<=\\S) {2,}", " | ");
    }
}
