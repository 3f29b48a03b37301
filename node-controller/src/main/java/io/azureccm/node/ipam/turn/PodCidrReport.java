package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import java.util.List;

/** Something that events and metrics are to show, of nodes by name. A turn reports by values and tells nobody itself. */
public sealed interface PodCidrReport {
    /** The node with this UID has left, and released these CIDRs. */
    record Left(String uid, List<Cidr> released) implements PodCidrReport {}

    /** The node waits because no range has a free block; the text names the ranges. */
    record NotAvailable(String node, String ranges) implements PodCidrReport {}

    /** The node no longer waits for a free block. */
    record Available(String node) implements PodCidrReport {}

    /** Why the node has no prefix length; empty once the problem is solved. */
    record NoMask(String node, List<Refusal> problems) implements PodCidrReport {}

    /** Tags with an unusable value; the node is handled as if its machine had none. */
    record MaskIgnored(String node, List<Refusal> tags) implements PodCidrReport {}

    /** All problems with the pod CIDRs that the node has; empty once they are solved. */
    record Found(String node, List<Refusal> findings) implements PodCidrReport {}

    /** A plan was made; so many nodes wait for a free block and for a prefix length. */
    record Planned(PodCidrPlan plan, int waiting, int withoutMask) implements PodCidrReport {}
}
