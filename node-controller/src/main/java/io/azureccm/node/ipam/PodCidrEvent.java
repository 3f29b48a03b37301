package io.azureccm.node.ipam;

import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import java.util.List;

/** What can happen to the scope of the pod CIDRs. */
sealed interface PodCidrEvent {
    /** A node joined, or changed in what pod CIDRs have to do with. */
    record Changed(String name) implements PodCidrEvent {}

    /** A node left the cluster; this is how it was last seen. */
    record Left(NodeCidrs last) implements PodCidrEvent {}

    /** A write has ended; {@code actual} are the CIDRs that the node is known to have now, if it has some. */
    record Written(Assignment assignment, Outcome outcome, List<Cidr> actual) implements PodCidrEvent {
        public Written {
            actual = List.copyOf(actual);
        }
    }

    /** A read of Azure has ended; how, the next look shows. */
    record Read(String target) implements PodCidrEvent {}

    /** What became of a write. */
    enum Outcome {
        WRITTEN,
        /** Somebody else was faster. */
        UNCHANGED,
        /** The node is no longer there. */
        GONE,
        /** This process may not write now, or this is a dry run. */
        NOT_ALLOWED,
        /** The API did not take it, or did not answer. */
        FAILED
    }
}
