package io.azureccm.node.reconcile.turn;

import io.azureccm.common.machine.SeenMachines;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.status.NodeOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Set;

/** Events of the node scope. */
public sealed interface NodeEvent {
    /** The end of an operation. */
    sealed interface Ended extends NodeEvent {}

    /** All nodes that the watch shows at the start of a turn, by name. */
    record ClusterSeen(Map<String, SeenNode> nodes) implements NodeEvent {}

    /** What the cache of Azure's responses knows about machines at the start of a turn. */
    record AzureSeen(SeenMachines machines) implements NodeEvent {}

    /** A node joined, or a field that matters to its machine changed. */
    record Changed(String name) implements NodeEvent {}

    /** A node left the cluster; this is its last state. */
    record Left(Node last) implements NodeEvent {}

    /** A read of machines, by its target, has ended; what is seen of Azure then shows its result. */
    record MachinesRead(String target) implements Ended {}

    /** The answers to direct requests for machines, by node name. */
    record MachinesChecked(Map<String, MachineExistence> answers) implements Ended {
        public MachinesChecked {
            answers = Map.copyOf(answers);
        }
    }

    /** Azure was asked for a scale set: it exists, or its existence could not be determined. */
    record ScaleSetStands(Set<String> nodes) implements Ended {
        public ScaleSetStands {
            nodes = Set.copyOf(nodes);
        }
    }

    /** Users approve the deletions with these hashes, and no others. */
    record RemovalsApproved(Set<String> hashes) implements NodeEvent {
        public RemovalsApproved {
            hashes = Set.copyOf(hashes);
        }
    }

    /** A write to a node has ended. */
    record Written(NodeOutcome outcome) implements Ended {}
}
