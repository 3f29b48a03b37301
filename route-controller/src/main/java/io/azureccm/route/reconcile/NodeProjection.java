package io.azureccm.route.reconcile;

import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import io.azureccm.route.status.NodeResult;
import io.azureccm.route.status.NodeResult.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each node may be told, from the plan and from how writes ended. Good news only if a fresh reading shows every route, Azure has
 * not failed to carry them out, no lost write may have taken them away, and they had the time to take effect that they are given. Pure.
 */
final class NodeProjection {
    /** A table read longer ago than this is not what a node is told good news from. */
    static final Duration FRESH = Duration.ofSeconds(5);

    /** {@code writing}: a write of the table is under way, and nobody knows yet what it will leave. */
    Map<NodeFacts, NodeResult> of(RoutePlan plan, KnownState known, boolean writing) {
        boolean sure = isFresh(known) && !plan.repairs() && !writing
                && known.writes().unknown().filter(write -> write.isOpen(known.table().observed())).isEmpty();
        Map<NodeFacts, NodeResult> results = new LinkedHashMap<>();
        plan.nodes().forEach(node -> results.put(node.node(), of(node, plan, known, sure)));
        return results;
    }

    /** True when a node could be told good news if the table were read again. */
    boolean awaitsFreshReading(RoutePlan plan, KnownState known, Instant now) {
        return !isFresh(known) && !known.reads().lastGood().plus(FRESH).isAfter(now)
                && plan.nodes()
                        .stream()
                        .anyMatch(node -> isServed(node) && node.node().care() == Care.OURS
                                && !known.memory().isSettling(node.node().uid())
                                && !Boolean.TRUE.equals(known.nodes().shown().get(node.node().uid())));
    }

    private static NodeResult of(PlannedNode node, RoutePlan plan, KnownState known, boolean sure) {
        List<Failure> failures = new ArrayList<>(node.missing()
                .stream()
                .map(each -> new Failure(each.podCidr(), each.refusal().message(),
                        RouteReason.ofRefusal(each.refusal().code())))
                .toList());
        failures.addAll(failed(node, plan, known));
        return switch (node.kind()) {
            case SILENT -> new NodeResult.Open();
            case STRAY, TOO_NEW, LACKING -> new NodeResult.Disconnected(failures);
            case CONNECTED -> {
                if (!failures.isEmpty())
                    yield new NodeResult.Disconnected(failures);
                yield mayHearGoodNews(node, known, sure) ? new NodeResult.Connected() : new NodeResult.Open();
            }
        };
    }

    /** What the last write failed to do for this node, as long as the table does not show it done. */
    private static List<Failure> failed(PlannedNode node, RoutePlan plan, KnownState known) {
        Optional<FailedWrite> failure = known.writes().failure().filter(write -> write.concerns(node.node()));
        if (failure.isEmpty())
            return List.of();
        List<String> podCidrs = plan.repairs() && node.written().isEmpty() ? node.node().podCidrs() : node.written();
        return podCidrs.stream()
                .map(podCidr -> new Failure(podCidr, failure.get().problem(),
                        RouteReason.ofOutcome(failure.get().outcome())))
                .toList();
    }

    private static boolean mayHearGoodNews(PlannedNode node, KnownState known, boolean sure) {
        if (node.node().care() != Care.OURS)
            return true;
        return sure && isServed(node) && !known.memory().isSettling(node.node().uid());
    }

    /** Every pod CIDR has its route already. */
    private static boolean isServed(PlannedNode node) {
        return node.kind() == PlannedNode.Kind.CONNECTED && node.written().isEmpty();
    }

    private static boolean isFresh(KnownState known) {
        return known.table()
                .observed()
                .map(ObservedState::ageMillis)
                .filter(age -> age <= FRESH.toMillis())
                .isPresent();

    }
}
