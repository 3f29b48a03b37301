package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pod CIDRs assigned to nodes (by UID) whose watch does not show them yet, the UIDs whose write is confirmed, and where
 * the next search starts. A claim ends only when the watch shows the node with pod CIDRs or shows that it was deleted;
 * a write with an unknown outcome keeps its range.
 */
public record Claims(Map<String, List<Cidr>> given, Set<String> settled, List<Integer> cursors) {
    public Claims {
        given = Map.copyOf(given);
        settled = Set.copyOf(settled);
        cursors = List.copyOf(cursors);
    }

    static Claims begin(int ranges, Map<String, List<Cidr>> given) {
        return new Claims(given, Set.of(), Collections.nCopies(ranges, 0));
    }

    public List<Cidr> of(String uid) {
        return given.getOrDefault(uid, List.of());
    }

    /** Without the claims of nodes that now show pod CIDRs, and of nodes that have left. */
    public Claims among(Collection<NodeCidrs> nodes) {
        if (given.isEmpty() && settled.isEmpty())
            return this;
        Set<String> open = nodes.stream()
                .filter(node -> !node.hasCidrs())
                .map(NodeCidrs::uid)
                .collect(Collectors.toSet());
        return new Claims(Copies.retained(given, open), Copies.retained(settled, open), cursors);
    }

    public Claims and(PodCidrPlan plan) {
        Map<String, List<Cidr>> more = new HashMap<>(given);
        plan.assignments().forEach(each -> more.put(each.node().uid(), each.cidrs()));
        return new Claims(more, settled, plan.cursors());
    }

    /** Records that the node has these CIDRs although the watch does not show them yet. */
    public Claims settle(String uid, List<Cidr> cidrs) {
        return new Claims(Copies.with(given, uid, cidrs), Copies.with(settled, Set.of(uid)), cursors);
    }
}
