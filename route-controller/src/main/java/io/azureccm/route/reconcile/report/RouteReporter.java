package io.azureccm.route.reconcile.report;

import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NodeEvents;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the reports of turns as events of Nodes, metrics and log lines. A node that has changed since is skipped; the next turn handles its
 * new state. Nothing that a turn decides depends on it.
 */
public record RouteReporter(NodeIndex index, NodeEvents events,
        Consumer<RouteReport> metrics) implements Consumer<RouteReport> {
    private static final Logger log = LoggerFactory.getLogger(RouteReporter.class);

    /** This instance becomes the leader; no event has been recorded yet. */
    public void begin() {
        events.begin();
    }

    @Override
    public void accept(RouteReport report) {
        metrics.accept(report);
        switch (report) {
            case RouteReport.Drifted(String node, String message) ->
                index.entry(node).ifPresent(entry -> events.drift(entry.node(), message));
            case RouteReport.OutsideClusterCidr(NodeFacts node, var podCidrs) ->
                entry(node).ifPresent(entry -> events.outsideClusterCidr(entry, podCidrs));
            case RouteReport.Nodes(var uids) -> events.retain(uids);
            case RouteReport.RoutesFailed(NodeFacts node, var failed) ->
                entry(node).ifPresent(entry -> events.routesFailed(entry, failed));
            case RouteReport.FirstPlan(var took) -> log.info("The first plan was made after {} ms", took.toMillis());
            case RouteReport.NoSubnet(String scope) -> log.warn(
                    "{}: no subnet uses this route table, so its routes have no effect; this controller never attaches a table to a subnet",
                    scope);
            case RouteReport.ReadFailed(String problem, var next) ->
                log.warn("reading the route table failed, next attempt at {}: {}", next, problem);
            case RouteReport.WriteRetried(var latest) ->
                log.info("the write of the route table is retried at {} at the latest", latest);
            default -> {
                // Only metrics show it.
            }
        }
    }

    private Optional<NodeIndex.Entry> entry(NodeFacts facts) {
        return index.entry(facts.name()).filter(entry -> entry.facts().equals(facts));
    }
}
