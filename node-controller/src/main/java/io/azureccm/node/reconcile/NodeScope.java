package io.azureccm.node.reconcile;

import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.RemovalStep;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.node.informer.NodeIndex;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.turn.NodeAbsorption;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.NodeProjection;
import io.azureccm.node.reconcile.turn.Reasons;
import io.azureccm.node.reconcile.turn.StartedOperations;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.reconcile.turn.TurnPlanner;
import io.azureccm.node.status.NodeReport;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of a cluster and their machines: the steps of a turn. Keeps nothing itself. */
public final class NodeScope implements Scope<NodeEvent, KnownState, TurnPlan> {
    private static final Logger log = LoggerFactory.getLogger(NodeScope.class);

    /** What the scope observes nodes with, what runs its operations, and who is told. */
    public record Parts(NodeIndex nodes, NodeOperations operations, Consumer<NodeReport> reports,
            RemovalPolicy removals) {}

    private final Parts parts;
    private final NodeAbsorption absorption;
    private final TurnPlanner turns;
    private final RemovalStep<NodeEvent> removals;
    private final NodeTiming timing;
    private final Duration refreshPeriod;

    public NodeScope(Parts parts, NodeSettings settings, NodeTiming timing, boolean dryRun) {
        NodePlanner planner = new NodePlanner(settings);
        this.parts = parts;
        this.absorption = new NodeAbsorption(planner, settings, timing, dryRun);
        this.turns = new TurnPlanner(planner, timing, parts.removals().limits());
        this.removals = new RemovalStep<>(parts.removals(), NodeEvent.RemovalsApproved::new);
        this.timing = timing;
        this.refreshPeriod = settings.refreshPeriod();
    }

    @Override
    public KnownState begin(Instant now) {
        return KnownState.begin(now, now.plus(refreshPeriod));
    }

    @Override
    public List<NodeEvent> observe(Instant now) {
        return List.of(new NodeEvent.ClusterSeen(parts.nodes().seen()),
                new NodeEvent.AzureSeen(parts.operations().seen()));
    }

    @Override
    public KnownState absorb(KnownState known, List<NodeEvent> events, Instant now) {
        return absorption.absorb(known, events, now);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return turns.plan(known, underWay, now);
    }

    /** Plans that only read are frequent and are therefore only logged. */
    @Override
    public void print(TurnPlan plan) {
        if (plan.isNews()) {
            parts.operations().plans().print(plan.plan());
        } else if (!plan.plan().isIdle() && log.isDebugEnabled()) {
            log.debug("{}", plan.plan().text(0));
        }
    }

    @Override
    public KnownState dispatch(KnownState known, TurnPlan plan, Dispatcher<NodeEvent> dispatcher, Instant now) {
        NodeOperations operations = parts.operations();
        SortedMap<String, KnownNode> nodes = StartedOperations.of(known, plan, timing, now);
        plan.reads().forEach(read -> dispatcher.dispatch(read.lane(), () -> operations.read(read)));
        plan.decisions()
                .forEach((name, decision) -> decision.change()
                        .ifPresent(change -> send(change, nodes.get(name), known.due().views().get(name),
                                dispatcher)));
        plan.checks().forEach(check -> {
            var reason = Reasons.of(check.nodes().stream().map(known.due().views()::get).toList());
            dispatcher.dispatch(check.lane(), () -> operations.check(check, reason));
        });
        RemovalMemory memory = removals.take(known.deletions().removals(), plan.assessment(),
                plan.assessment().planned().isEmpty(), dispatcher, now);
        return known.withNodes(nodes).with(known.deletions().after(plan.decisions(), memory, now));
    }

    private void send(NodeChange change, KnownNode node, NodeView view, Dispatcher<NodeEvent> dispatcher) {
        PlanReport printed = parts.operations().plans().newest();
        dispatcher.dispatch(TurnPlanner.lane(view.node().name()),
                () -> parts.operations().write(change, node, Reasons.of(view), printed));
    }

    @Override
    public KnownState project(KnownState known, TurnPlan plan, Dispatcher<NodeEvent> dispatcher, Instant now) {
        NodeProjection projection = NodeProjection.of(known, plan, now);
        projection.reports().forEach(parts.reports());
        return projection.known();
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        Instant closes = known.changes().closes(timing);
        Instant look = known.deletions().removals().due().filter(at -> at.isAfter(now)).orElse(known.refreshAt());
        Instant soonest = closes.isBefore(known.refreshAt()) ? closes : known.refreshAt();
        Instant first = look.isBefore(soonest) ? look : soonest;
        return known.nodes()
                .entrySet()
                .stream()
                .filter(each -> !plan.blocked().contains(each.getKey()))
                .map(each -> each.getValue().next())
                .min(Instant::compareTo)
                .filter(first::isAfter)
                .orElse(first);
    }

    /** The current version of a node in the watch; thread-safe. */
    Optional<Node> shown(String name) {
        return parts.nodes().node(name);
    }
}
