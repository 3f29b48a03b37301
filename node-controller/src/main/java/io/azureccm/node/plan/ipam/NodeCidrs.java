package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A Node as far as it matters to pod CIDRs. {@code served} is false for a node that is being deleted or that another
 * component manages: it keeps its CIDRs and gets no new ones. {@code unreadable} are invalid values in the Node; {@code
 * machine} is its machine, while it waits and if that matters.
 */
public record NodeCidrs(String name, String uid, Instant created, boolean served, List<Cidr> cidrs,
        List<String> unreadable, MachineRef machine) {
    /** Older nodes first, then by name. */
    static final Comparator<NodeCidrs> BY_AGE = Comparator.comparing(NodeCidrs::created)
            .thenComparing(NodeCidrs::name);

    public NodeCidrs {
        cidrs = List.copyOf(cidrs);
        unreadable = List.copyOf(unreadable);
    }

    public NodeCidrs(String name, String uid, Instant created, boolean served, List<Cidr> cidrs,
            List<String> unreadable) {
        this(name, uid, created, served, cidrs, unreadable, MachineRef.UNKNOWN);
    }

    /** A node that gets ranges, with the CIDRs in its spec. */
    public static NodeCidrs of(String name, String uid, Instant created, List<String> texts) {
        List<Cidr> cidrs = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        texts.forEach(text -> Cidr.parse(text).ifPresentOrElse(cidrs::add, () -> unreadable.add(text)));
        return new NodeCidrs(name, uid, created, true, cidrs, unreadable);
    }

    /** The same node, which gets no ranges. */
    public NodeCidrs notServed() {
        return new NodeCidrs(name, uid, created, false, cidrs, unreadable, machine);
    }

    public NodeCidrs on(MachineRef ref) {
        return new NodeCidrs(name, uid, created, served, cidrs, unreadable, ref);
    }

    /** Pod CIDRs of a Node can be set once and never be changed. */
    public boolean hasCidrs() {
        return !cidrs.isEmpty() || !unreadable.isEmpty();
    }

    public boolean isWaiting() {
        return served && !hasCidrs();
    }
}
