package io.azureccm.node.ipam.turn;

import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.status.NodeOutcome.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events of the pod CIDR scope. */
public sealed interface PodCidrEvent {
    /** All nodes that the watch shows at the start of a turn, by name. */
    record ClusterSeen(Map<String, SeenPodNode> nodes) implements PodCidrEvent {}

    /** The names of the nodes that the watch cannot read: their pod CIDRs may be any. Observed before the others. */
    record Unreadable(Set<String> nodes) implements PodCidrEvent {
        public Unreadable {
            nodes = Set.copyOf(nodes);
        }
    }

    /** What the cache of Azure's responses knows about VM sets at the start of a turn. */
    record AzureSeen(SeenMachines machines) implements PodCidrEvent {}

    /** A node joined, or a field that matters to pod CIDRs changed. */
    record Changed(String name) implements PodCidrEvent {}

    /** A node left the cluster; this is its last state. */
    record Left(NodeCidrs last) implements PodCidrEvent {}

    /** A write has ended; {@code actual} are the CIDRs that the node is now known to have, if any. */
    record Written(Assignment assignment, Kind outcome, List<Cidr> actual) implements PodCidrEvent {
        public Written {
            actual = List.copyOf(actual);
        }
    }

    /** A read of Azure has ended; what is seen of Azure then shows its result. */
    record Read(String target) implements PodCidrEvent {}
}
