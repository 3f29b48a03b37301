package io.azureccm.node.plan;

import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;

/** The operations in a plan of nodes: missing reads, and writes to Nodes. */
public sealed interface NodeOperation {
    /** Reads machines, for this many nodes. */
    record ReadMachines(String target, int nodes) implements NodeOperation {}

    /** Asks Azure directly whether the target exists, for this many nodes that lists do not show. */
    record Check(String target, int nodes) implements NodeOperation {}

    record Write(NodeChange change) implements NodeOperation {}

    record AssignPodCidrs(Assignment assignment) implements NodeOperation {}

    /** Plans the node again; the writes depend on what is known by then. */
    record PlanNode(String node) implements NodeOperation {}
}
