package io.azureccm.node.ipam;

import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.Prefix;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What was given to nodes that do not show it yet. A claim ends only when the watch shows the node with pod CIDRs, or no
 * longer at all: a write of which nobody knows whether it arrived keeps its range.
 */
final class PodCidrLedger {
    private final Map<String, List<Prefix>> claims = new ConcurrentHashMap<>();
    private final Set<String> settled = ConcurrentHashMap.newKeySet();
    private List<Integer> cursors;

    PodCidrLedger(int ranges) {
        this.cursors = Collections.nCopies(ranges, 0);
    }

    Map<String, List<Prefix>> claims() {
        return Map.copyOf(claims);
    }

    List<Prefix> claim(String uid) {
        return claims.getOrDefault(uid, List.of());
    }

    List<Integer> cursors() {
        return cursors;
    }

    /** Drops the claims that nodes show by now, and those of nodes that have left. */
    void prune(Collection<NodeCidrs> nodes) {
        Set<String> open = nodes.stream()
                .filter(node -> !node.hasCidrs())
                .map(NodeCidrs::uid)
                .collect(Collectors.toSet());
        claims.keySet().retainAll(open);
        settled.retainAll(open);
    }

    void planned(PodCidrPlan plan) {
        plan.assignments().forEach(each -> claims.put(each.node().uid(), each.cidrs()));
        cursors = plan.cursors();
    }

    /** The node has these CIDRs; only the watch has not shown it yet. */
    void settle(String uid, List<Prefix> cidrs) {
        claims.put(uid, cidrs);
        settled.add(uid);
    }

    boolean isSettled(String uid) {
        return settled.contains(uid);
    }
}
