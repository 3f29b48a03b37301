package io.azureccm.node.reconcile;

import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.informer.NodeIndex;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.turn.NodeEffect;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.NodeTurnSteps;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.status.NodeReport;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The nodes of a cluster and their machines: shows them to turns, and carries out what turns decide. Keeps nothing itself. */
public final class NodeScope implements Scope<NodeEvent, KnownState, TurnPlan, NodeEffect> {
    /** What the scope observes nodes with, what runs its operations, and who is told. */
    public record Parts(NodeIndex nodes, NodeOperations operations, Consumer<NodeReport> reports,
            RemovalPolicy removals) {}

    private final Parts parts;
    private final NodeTurnSteps turn;
    private final Duration refreshPeriod;

    public NodeScope(Parts parts, NodeSettings settings, NodeTiming timing, boolean dryRun) {
        this.parts = parts;
        this.turn = new NodeTurnSteps(settings, timing, RemovalStep.of(parts.removals()), dryRun);
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
    public TurnSteps<NodeEvent, KnownState, TurnPlan, NodeEffect> steps() {
        return turn;
    }

    @Override
    public void print(TurnPlan plan, Instant now) {
        if (plan.isNews())
            parts.operations().plans().print(plan.plan(), plan.changes().size());
        else
            parts.operations().plans().onlyLog(plan.plan());
    }

    @Override
    public void perform(NodeEffect effect, Dispatcher<NodeEvent> dispatcher) {
        NodeOperations operations = parts.operations();
        switch (effect) {
            case NodeEffect.ReadMachines(TurnPlan.Read read) ->
                dispatcher.dispatch(read.lane(), () -> operations.read(read));
            case NodeEffect.CheckMachines(var check, var reason) ->
                dispatcher.dispatch(check.lane(), () -> operations.check(check, reason));
            case NodeEffect.WriteNode write -> {
                PlanReport printed = operations.plans().newest();
                dispatcher.dispatch(write.lane().orElseThrow(),
                        () -> operations.write(write.change(), write.node(), write.reason(), printed));
            }
            case NodeEffect.ReadApprovals(var spent) -> dispatcher.dispatch(RemovalStep.LANE,
                    () -> new NodeEvent.RemovalsApproved(parts.removals().approvals().read(spent)));
            case NodeEffect.ShowHeldRemovals(var held) -> parts.removals().approvals().report(held);
            case NodeEffect.Show(NodeReport report) -> parts.reports().accept(report);
        }
    }

    /** The current version of a node in the watch; thread-safe. */
    Optional<Node> shown(String name) {
        return parts.nodes().entry(name).map(SeenNode::node);
    }
}
