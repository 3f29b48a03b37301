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
 * Determines what to report to each node, from the plan and the outcomes of writes. A node is reported as connected
 * only if a fresh reading shows every route, Azure has not failed to apply them, no write with an unknown outcome and
 * none of an earlier leader may have removed them, and they have had time to take effect. Pure.
 */
final class NodeResults {
    /** A node is not reported as connected from a table that was read longer ago than this. */
    static final Duration FRESH = Duration.ofSeconds(5);

    private NodeResults() {}

    /** {@code writing}: a write of the table is running, so its next state is not known yet. */
    static Map<NodeFacts, NodeResult> of(RoutePlan plan, KnownState known, boolean writing, Instant now) {
        boolean sure = isFresh(known) && isCurrent(known, now) && !plan.repairs() && !writing
                && known.writes().unknown().filter(write -> write.isOpen(known.observed())).isEmpty();
        Map<NodeFacts, NodeResult> results = new LinkedHashMap<>();
        plan.nodes().forEach(node -> results.put(node.node(), of(node, plan, known, sure)));
        return results;
    }

    /** True if a node could be reported as connected if the table were read again. */
    static boolean awaitsFreshReading(RoutePlan plan, KnownState known, Instant now) {
        return isTooOld(known, now)
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
            case SILENT, POSTPONED -> new NodeResult.Open();
            case ELSEWHERE -> new NodeResult.Elsewhere(failures);
            case STRAY, TOO_NEW, LACKING -> new NodeResult.Disconnected(failures);
            case CONNECTED -> {
                if (!failures.isEmpty())
                    yield new NodeResult.Disconnected(failures);
                yield mayBeReportedAsConnected(node, known, sure) ? new NodeResult.Connected() : new NodeResult.Open();
            }
        };
    }

    /** What the last write failed to do for this node, until the table shows it. */
    private static List<Failure> failed(PlannedNode node, RoutePlan plan, KnownState known) {
        Optional<WriteAttempts.FailedWrite> failure = known.writes()
                .failure()
                .filter(write -> write.concerns(node.node()));
        if (failure.isEmpty())
            return List.of();
        List<String> podCidrs = plan.repairs() && node.written().isEmpty() ? node.node().podCidrs() : node.written();
        return podCidrs.stream()
                .map(podCidr -> new Failure(podCidr, failure.get().problem(),
                        RouteReason.ofOutcome(failure.get().outcome())))
                .toList();
    }

    private static boolean mayBeReportedAsConnected(PlannedNode node, KnownState known, boolean sure) {
        if (node.node().care() != Care.OURS)
            return true;
        return sure && isServed(node) && !known.memory().isSettling(node.node().uid());
    }

    /** Every pod CIDR already has its route. */
    private static boolean isServed(PlannedNode node) {
        return node.kind() == PlannedNode.Kind.CONNECTED && node.written().isEmpty();
    }

    private static boolean isTooOld(KnownState known, Instant now) {
        Instant currentFrom = known.reads().currentFrom();
        Instant lastGood = known.reads().lastGood();
        if (now.isBefore(currentFrom))
            return false;
        return lastGood.isBefore(currentFrom) || !isFresh(known) && !lastGood.plus(FRESH).isAfter(now);
    }

    /** Whether the table is as the last write of an earlier leader, or one with an unknown outcome, left it, or newer. */
    private static boolean isCurrent(KnownState known, Instant now) {
        return known.observed()
                .map(observed -> now.minusMillis(observed.ageMillis()))
                .filter(asOf -> !asOf.isBefore(known.reads().currentFrom()))
                .isPresent();
    }

    private static boolean isFresh(KnownState known) {
        return known.observed()
                .map(ObservedState::ageMillis)
                .filter(age -> age <= FRESH.toMillis())
                .isPresent();

    }
}
