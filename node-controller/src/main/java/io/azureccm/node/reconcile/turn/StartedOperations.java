package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.reconcile.known.AcceptedWrites;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeStage;
import io.azureccm.node.reconcile.known.NodeTiming;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is known of the nodes once the operations of a plan have started. Pure. */
public final class StartedOperations {
    private static final String UNKNOWN = "MachineUnknown";

    private StartedOperations() {}

    public static SortedMap<String, KnownNode> of(KnownState known, TurnPlan plan, NodeTiming timing, Instant now) {
        SortedMap<String, KnownNode> nodes = new TreeMap<>(known.nodes());
        plan.lost()
                .forEach(name -> nodes.computeIfPresent(name,
                        (same, node) -> NodeStateUpdater.dueAgain(node, now)));
        plan.decisions().forEach((name, decision) -> {
            Set<String> awaited = known.due().machines().awaited().getOrDefault(name, Set.of());
            KnownNode node = isInPlace(known, name, decision)
                    ? nodes.get(name).with(AcceptedWrites.NONE)
                    : nodes.get(name);
            nodes.put(name, decided(node, known.due().views().get(name), decision, awaited, timing, now));
        });
        plan.checks()
                .forEach(check -> check.nodes()
                        .forEach(name -> NodeStateUpdater.checking(nodes, name, each -> each.in(check.lane()))));
        return nodes;
    }

    private static boolean isInPlace(KnownState known, String name, Decision decision) {
        return decision.change().isEmpty() && decision.refusal().isEmpty()
                && TurnPlanner.isFinal(known, name, decision);
    }

    /** {@code awaited} are the reads it waits for; a decision without them is preliminary. */
    private static KnownNode decided(KnownNode node, NodeView view, Decision decision, Set<String> awaited,
            NodeTiming timing, Instant now) {
        boolean open = !awaited.isEmpty();
        String cause = decision.refusal().map(Refusal::code).orElse(UNKNOWN);
        KnownNode next = node.with(node.schedule().planned().refreshing(open && view.refresh()));
        if (!open && !(decision.follow() instanceof Follow.Check))
            next = next.with(decision.history());
        if (decision.change().isPresent())
            return next.with(new NodeStage.Writing(TurnPlanner.lane(view.node().name()),
                    open ? new Follow.Retry(Instant.EPOCH) : decision.follow(), cause));
        if (open)
            return next.with(new NodeStage.Reading(awaited, now.plus(timing.retryBase())));
        if (decision.follow() instanceof Follow.Check) {
            boolean stands = node.stage() instanceof NodeStage.Checking checking && checking.scaleSetStands();
            return next.with(new NodeStage.Checking(view.lookup().orElseThrow(), stands, "", Optional.empty()));
        }
        return next.followed(decision.follow(), cause, timing, now);
    }
}
