package io.azureccm.node.ipam;

import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import java.util.List;

/** Events of the pod CIDR scope. */
sealed interface PodCidrEvent {
    /** A node joined, or a field that matters to pod CIDRs changed. */
    record Changed(String name) implements PodCidrEvent {}

    /** A node left the cluster; this is its last state. */
    record Left(NodeCidrs last) implements PodCidrEvent {}

    /** A write has ended; {@code actual} are the CIDRs that the node is now known to have, if any. */
    record Written(Assignment assignment, Outcome outcome, List<Cidr> actual) implements PodCidrEvent {
        public Written {
            actual = List.copyOf(actual);
        }
    }

    /** A read of Azure has ended; the next lookup returns its result. */
    record Read(String target) implements PodCidrEvent {}

    /** How a write ended. */
    enum Outcome {
        WRITTEN,
        /** The node already had pod CIDRs. */
        UNCHANGED,
        /** The node no longer exists. */
        GONE,
        /** This process may not write now, or this is a dry run. */
        NOT_ALLOWED,
        /** The API server rejected the write or did not answer. */
        FAILED
    }
}
