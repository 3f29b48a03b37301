package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.KnownState.Progress;
import io.azureccm.node.reconcile.known.NodeStage;
import io.azureccm.node.status.NodeReport;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a turn shows of the nodes, and what it remembers of that. Pure. */
public record NodeReporting(KnownState known, List<NodeReport> reports) {
    /** A decision that waits for a read changes nothing of what is shown. */
    public static NodeReporting of(KnownState known, TurnPlan plan, Instant now) {
        List<NodeReport> reports = new ArrayList<>();
        KnownState.Term term = planned(known, reports, now);
        Map<String, Refusal> refusals = new TreeMap<>(known.refusals());
        List<String> looked = new ArrayList<>();
        List<Refusal> held = new ArrayList<>();
        known.left().forEach(node -> {
            String name = node.name();
            reports.add(new NodeReport.Left(node.uid()));
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
            reports.addAll(reports(known, name, decision));
        });
        leftToOthers(known.refusals(), refusals, reports);
        if (!known.due().views().isEmpty())
            reports.add(new NodeReport.Planned(plan.changes()));
        if (!looked.isEmpty())
            reports.add(new NodeReport.Refusals(looked, held));
        return new NodeReporting(known.withRefusals(refusals).with(term), reports);
    }

    private static KnownState.Term planned(KnownState known, List<NodeReport> reports, Instant now) {
        if (known.term().progress() != Progress.READING
                || known.nodes().values().stream().anyMatch(node -> node.stage() instanceof NodeStage.Reading))
            return known.term();
        reports.add(new NodeReport.FirstPlan(Duration.between(known.term().began(), now)));
        return known.term().reached(Progress.PLANNED);
    }

    /** Once, until no node waits for others any more. */
    private static void leftToOthers(Map<String, Refusal> before, Map<String, Refusal> now,
            List<NodeReport> reports) {
        if (before.values().stream().noneMatch(NodeReporting::isLeftToOthers))
            now.values()
                    .stream()
                    .filter(NodeReporting::isLeftToOthers)
                    .findFirst()
                    .ifPresent(refusal -> reports.add(new NodeReport.LeftToOthers(refusal)));
    }

    private static boolean isLeftToOthers(Refusal refusal) {
        return refusal.code().equals(InitialisationReason.INITIALISATION_DISABLED.word());
    }

    private static List<NodeReport> reports(KnownState known, String name, Decision decision) {
        Node node = known.nodes().get(name).node();
        NodeView view = known.due().views().get(name);
        NodeReport refused = decision.refusal()
                .filter(refusal -> InitialisationReason.isToShow(refusal, view))
                .<NodeReport>map(refusal -> new NodeReport.Refused(node, view.node(), refusal))
                .orElseGet(() -> new NodeReport.NotRefused(node));
        return decision.change().filter(NodeChange::deletes).isPresent()
                ? List.of(refused)
                : List.of(refused, new NodeReport.Kept(node));
    }
}
