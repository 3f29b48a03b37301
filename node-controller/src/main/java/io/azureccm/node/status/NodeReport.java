package io.azureccm.node.status;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;

/** Something that events, metrics and the log are to show. A turn reports by values and tells nobody itself. */
public sealed interface NodeReport {
    /** The node with this UID has left the cluster. */
    record Left(String uid) implements NodeReport {}

    /** The node has a problem that its users can solve. */
    record Refused(Node node, NodeFacts facts, Refusal refusal) implements NodeReport {}

    /** The node has no problem that its users could solve. */
    record NotRefused(Node node) implements NodeReport {}

    /** The node is not to be deleted. */
    record Kept(Node node) implements NodeReport {}

    /** Nodes were due, and a plan with these writes was made for them. */
    record Planned(List<NodeChange> changes) implements NodeReport {}

    /** Of the nodes with these names, exactly those with a refusal are refused. */
    record Refusals(List<String> names, List<Refusal> refusals) implements NodeReport {}

    /** The first node that nobody initialises, since initialisation is disabled here. */
    record LeftToOthers(Refusal refusal) implements NodeReport {}

    /** All nodes have been planned for the first time since this instance leads, after so long. */
    record FirstPlan(Duration took) implements NodeReport {}
}
