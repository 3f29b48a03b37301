package io.azureccm.node.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.status.NodeEvents;
import io.azureccm.node.status.NodeMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Publishes the state of nodes after a turn: refusals as events while they apply, and metrics. */
public final class NodeProjection {
    /** Only refusals that require manual action are recorded as events. */
    private static final Set<String> USERS_MATTER = Set.of("NodeIPNotFound", "NoProviderID", "AmbiguousMachine",
            "ZoneNotANumber");

    private final NodeEvents events;
    private final NodeMetrics metrics;

    public NodeProjection(NodeEvents events, NodeMetrics metrics) {
        this.events = events;
        this.metrics = metrics;
    }

    /** The refusals that apply now, by node name. A decision that waits for a read changes none. */
    Map<String, Refusal> project(KnownState known, TurnPlan plan) {
        Map<String, Refusal> refusals = new TreeMap<>(known.refusals());
        List<String> looked = new ArrayList<>();
        List<Refusal> held = new ArrayList<>();
        known.left().forEach(node -> {
            String name = node.getMetadata().getName();
            events.left(node);
            if (!known.nodes().containsKey(name)) {
                refusals.remove(name);
                looked.add(name);
            }
        });
        plan.decisions().forEach((name, decision) -> {
            if (!TurnPlanner.isFinal(known, name, decision))
                return;
            looked.add(name);
            decision.refusal()
                    .ifPresentOrElse(refusal -> refusals.put(name, refusal), () -> refusals.remove(name));
            decision.refusal().ifPresent(held::add);
            tell(known, name, decision);
        });
        if (!known.due().views().isEmpty())
            metrics.planned(plan.plan());
        if (!looked.isEmpty())
            metrics.refused(looked, held);
        return refusals;
    }

    private void tell(KnownState known, String name, Decision decision) {
        var node = known.nodes().get(name).node();
        decision.refusal()
                .filter(refusal -> USERS_MATTER.contains(refusal.code()))
                .ifPresentOrElse(refusal -> events.refused(node, known.due().views().get(name).node(), refusal),
                        () -> events.notRefused(node));
        if (decision.change().filter(NodeChange::deletes).isEmpty())
            events.kept(node);
    }
}
