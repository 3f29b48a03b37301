package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/** The steps of a turn of the nodes. */
public final class NodeTurnSteps implements TurnSteps<NodeEvent, KnownState, TurnPlan, NodeEffect> {
    private final NodeStateUpdater updater;
    private final TurnPlanner planner;
    private final RemovalStep removals;
    private final NodeTiming timing;

    public NodeTurnSteps(NodeSettings settings, NodeTiming timing, RemovalStep removals, boolean dryRun) {
        NodePlanner nodes = new NodePlanner(settings);
        this.updater = new NodeStateUpdater(nodes, settings, timing, dryRun);
        this.planner = new TurnPlanner(nodes, timing, removals.limits());
        this.removals = removals;
        this.timing = timing;
    }

    @Override
    public KnownState update(KnownState known, List<NodeEvent> events, Instant now) {
        return updater.update(known, events, now);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return planner.plan(known, underWay, now);
    }

    @Override
    public Result<KnownState, NodeEffect> decide(KnownState known, TurnPlan plan, Lanes underWay, Instant now) {
        Effect.Collector<NodeEffect> effects = new Effect.Collector<>(underWay);
        SortedMap<String, KnownNode> nodes = StartedOperations.of(known, plan, timing, now);
        RemovalStep.Taken taken = removals.take(known.deletions().removals(), plan.assessment(),
                new RemovalStep.Turn(plan.assessment().planned().isEmpty(), effects.isBusy(RemovalStep.LANE), now));
        NodeReporting reporting = NodeReporting.of(
                known.withNodes(nodes).with(known.deletions().after(plan.decisions(), taken.memory(), now)), plan, now);
        // Before the writes, which tell of themselves when they end.
        reporting.reports().forEach(report -> effects.add(new NodeEffect.Show(report)));
        plan.reads().forEach(read -> effects.add(new NodeEffect.ReadMachines(read)));
        plan.decisions()
                .forEach((name, decision) -> decision.change()
                        .ifPresent(change -> effects.add(new NodeEffect.WriteNode(change, nodes.get(name),
                                Reasons.of(List.of(known.due().views().get(name)))))));
        plan.checks()
                .forEach(check -> effects.add(new NodeEffect.CheckMachines(check,
                        Reasons.of(check.nodes().stream().map(known.due().views()::get).toList()))));
        taken.shown().map(NodeEffect.ShowHeldRemovals::new).ifPresent(effects::add);
        taken.spent().map(NodeEffect.ReadApprovals::new).ifPresent(effects::add);
        return new Result<>(reporting.known(), effects.effects());
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        Stream<Instant> nodes = known.nodes()
                .entrySet()
                .stream()
                .filter(each -> !plan.blocked().contains(each.getKey()))
                .map(each -> each.getValue().next());
        Stream<Instant> approvals = known.deletions().removals().due().filter(now::isBefore).stream();
        return Stream.of(nodes, approvals, Stream.of(known.changes().closes(timing)))
                .flatMap(moments -> moments)
                .filter(known.refreshAt()::isAfter)
                .min(Instant::compareTo)
                .orElse(known.refreshAt());
    }
}
