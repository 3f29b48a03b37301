package io.azureccm.node.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.status.NodeEvents;
import io.azureccm.node.status.NodeMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the state of nodes after a turn: refusals as events while they apply, and metrics. */
public final class NodeProjection {
    private static final Logger log = LoggerFactory.getLogger(NodeProjection.class);

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
        warn(known.refusals(), refusals);
        if (!known.due().views().isEmpty())
            metrics.planned(plan.plan());
        if (!looked.isEmpty())
            metrics.refused(looked, held);
        return refusals;
    }

    /** Once, until no node waits for others any more. */
    private static void warn(Map<String, Refusal> before, Map<String, Refusal> now) {
        if (before.values().stream().noneMatch(NodeProjection::isLeftToOthers))
            now.values()
                    .stream()
                    .filter(NodeProjection::isLeftToOthers)
                    .findFirst()
                    .ifPresent(refusal -> log.warn("Nobody initialises node {}: {}. {}", refusal.subject(),
                            refusal.message(), InitialisationReason.INITIALISATION_DISABLED.remedy()));
    }

    private static boolean isLeftToOthers(Refusal refusal) {
        return refusal.code().equals(InitialisationReason.INITIALISATION_DISABLED.word());
    }

    private void tell(KnownState known, String name, Decision decision) {
        var node = known.nodes().get(name).node();
        NodeView view = known.due().views().get(name);
        decision.refusal()
                .filter(refusal -> InitialisationReason.isToShow(refusal, view))
                .ifPresentOrElse(refusal -> events.refused(node, view.node(), refusal),
                        () -> events.notRefused(node));
        if (decision.change().filter(NodeChange::deletes).isEmpty())
            events.kept(node);
    }
}
