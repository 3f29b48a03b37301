package io.azureccm.node.status;

import io.azureccm.node.plan.InitialisationReason;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows reports: as events of Nodes, as metrics, in the log. */
public record NodeReports(NodeEvents events, NodeMetrics metrics) implements Consumer<NodeReport> {
    private static final Logger log = LoggerFactory.getLogger(NodeReports.class);

    @Override
    public void accept(NodeReport report) {
        switch (report) {
            case NodeReport.Left(var uid) -> {
                events.left(uid);
                metrics.left(uid);
            }
            case NodeReport.Refused(var node, var facts, var refusal) -> events.refused(node, facts, refusal);
            case NodeReport.NotRefused(var node) -> events.notRefused(node);
            case NodeReport.Kept(var node) -> events.kept(node);
            case NodeReport.Planned(var changes) -> metrics.planned(changes);
            case NodeReport.Refusals(var names, var refusals) -> metrics.refused(names, refusals);
            case NodeReport.LeftToOthers(var refusal) -> log.warn("Nobody initialises node {}: {}. {}",
                    refusal.subject(), refusal.message(), InitialisationReason.INITIALISATION_DISABLED.remedy());
            case NodeReport.FirstPlan(var took) -> log.info("The first plan was made after {} ms", took.toMillis());
        }
    }
}
