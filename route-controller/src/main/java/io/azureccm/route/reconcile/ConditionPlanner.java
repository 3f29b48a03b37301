package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.Problem;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.NodeResult;
import io.azureccm.route.status.NodeResult.Failure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides which conditions to write to nodes that neither show them nor were just written: whether they are connected,
 * and why they have no route. A node that never had a problem with its routes does not get the latter. Pure.
 */
record ConditionPlanner(ConditionOptions options) {
    /** How long a node waits for its pod CIDR, its address or a readable table before its condition reports it. */
    static final Duration REPORTED_AFTER = Duration.ofMinutes(5);

    Map<NodeFacts, ConditionWrite> plan(KnownState known, RoutePlan routes, Map<NodeFacts, NodeResult> results,
            Instant now) {
        Map<NodeFacts, ConditionWrite> writes = new LinkedHashMap<>();
        for (PlannedNode planned : routes.nodes()) {
            NodeFacts node = planned.node();
            NodeResult result = results.get(node);
            if (known.memory().mayWrite(node.uid(), now))
                put(writes, node, new ConditionWrite(connected(known, node, result, now),
                        options.enabled() ? routed(known, planned, result, now) : Optional.empty()));
        }
        return writes;
    }

    /** While the table cannot be read: the condition of nodes that wait for their routes. */
    Map<NodeFacts, ConditionWrite> planUnread(KnownState known, Instant now) {
        Map<NodeFacts, ConditionWrite> writes = new LinkedHashMap<>();
        if (!options.enabled() || known.reads().retry().cause().isEmpty())
            return writes;
        Problem unread = new Problem(RouteReason.AZURE_UNREADABLE,
                "The route table cannot be read: " + known.reads().retry().cause());
        for (NodeFacts node : known.cluster().nodes()) {
            boolean waits = node.care() == Care.OURS && !node.podCidrs().isEmpty()
                    && !said(known, node, now).orElse(false) && isOld(node, now)
                    && known.memory().mayWrite(node.uid(), now);
            if (waits)
                put(writes, node, new ConditionWrite(Optional.empty(),
                        RouteReason.CONDITION.write(shown(known, node, now), unread, options, now)));
        }
        return writes;
    }

    private static void put(Map<NodeFacts, ConditionWrite> writes, NodeFacts node, ConditionWrite write) {
        if (!write.isEmpty())
            writes.put(node, write);
    }

    private static Optional<Boolean> connected(KnownState known, NodeFacts node, NodeResult result, Instant now) {
        if (result instanceof NodeResult.Open || result instanceof NodeResult.Elsewhere)
            return Optional.empty();
        boolean connected = result instanceof NodeResult.Connected;
        return said(known, node, now).equals(Optional.of(connected)) ? Optional.empty() : Optional.of(connected);
    }

    /** The watch may not show the last own write yet. */
    private static Optional<Boolean> said(KnownState known, NodeFacts node, Instant now) {
        return known.memory()
                .connectedOf(node.uid(), now)
                .or(() -> Optional.ofNullable(known.nodes().shown().get(node.uid())));
    }

    private Optional<ShownCondition> routed(KnownState known, PlannedNode node, NodeResult result, Instant now) {
        Optional<ShownCondition> shown = shown(known, node.node(), now);
        return result instanceof NodeResult.Connected
                ? RouteReason.CONDITION.writeRecovered(shown, now)
                : problem(node, result, now)
                        .flatMap(problem -> RouteReason.CONDITION.write(shown, problem, options, now));
    }

    private static Optional<ShownCondition> shown(KnownState known, NodeFacts node, Instant now) {
        return known.memory()
                .routedOf(node.uid(), now)
                .or(() -> Optional.ofNullable(known.nodes().routed().get(node.uid())));
    }

    /** The first pod CIDR without a route determines the reason, all of them the message. */
    private static Optional<Problem> problem(PlannedNode node, NodeResult result, Instant now) {
        if (result instanceof NodeResult.Disconnected(List<Failure> failures) && !failures.isEmpty())
            return failures.getFirst().reason() == RouteReason.NOT_TRIED_YET
                    ? Optional.empty()
                    : Optional.of(new Problem(failures.getFirst().reason(), failures.stream()
                            .map(Failure::problem)
                            .distinct()
                            .collect(Collectors.joining("; "))));
        if (node.node().care() != Care.OURS || !isOld(node.node(), now))
            return Optional.empty();
        if (node.node().podCidrs().isEmpty())
            return Optional.of(new Problem(RouteReason.NO_POD_CIDR, "The Node has not been assigned a pod CIDR"));
        return node.kind() == PlannedNode.Kind.TOO_NEW
                ? Optional.of(new Problem(RouteReason.NO_NODE_ADDRESS,
                        "The Node lacks an address of the IP family of a pod CIDR, and has no machine that may have one"))
                : Optional.empty();
    }

    private static boolean isOld(NodeFacts node, Instant now) {
        try {
            return Instant.parse(node.created()).plus(REPORTED_AFTER).isBefore(now);
        } catch (DateTimeException unknown) {
            return false;
        }
    }
}
