package io.azureccm.node.plan;

import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;

/** What a plan of nodes consists of: reads that are missing, and writes to Nodes. */
public sealed interface NodeOperation {
    /** Reads machines, for so many nodes. */
    record ReadMachines(String target, int nodes) implements NodeOperation {}

    /** Asks Azure directly whether this is gone, for so many nodes that lists do not show. */
    record Check(String target, int nodes) implements NodeOperation {}

    record Write(NodeChange change) implements NodeOperation {}

    record AssignPodCidrs(Assignment assignment) implements NodeOperation {}

    /** Plans for the node; what is written follows from what is known then. */
    record PlanNode(String node) implements NodeOperation {}
}
