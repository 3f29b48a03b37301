package io.azureccm.node.reconcile;

import io.azureccm.common.machine.MachineRead;
import io.azureccm.node.observed.NodeView.Presence;
import io.azureccm.node.status.NodeOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Set;

/** What can happen to the scope of the nodes. */
public sealed interface NodeEvent {
    /** A node joined, or changed in what its machine has to do with. */
    record Changed(String name) implements NodeEvent {}

    /** A node left the cluster; this is how it was last seen. */
    record Left(Node last) implements NodeEvent {}

    /** A read of machines has ended; what it showed, the next look at them shows. */
    record MachinesRead(MachineRead read) implements NodeEvent {}

    /** Azure was asked directly for machines: what it said, by name of the node. */
    record MachinesChecked(Map<String, Presence> answers) implements NodeEvent {
        public MachinesChecked {
            answers = Map.copyOf(answers);
        }
    }

    /** Azure was asked for a scale set: it is there, or that could not be determined. */
    record ScaleSetStands(Set<String> nodes) implements NodeEvent {
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
    record Written(NodeOutcome outcome) implements NodeEvent {}
}
