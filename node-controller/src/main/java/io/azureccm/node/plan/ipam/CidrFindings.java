package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/** Finds invalid pod CIDRs of nodes. They are not changed, because Kubernetes does not allow it. */
final class CidrFindings {
    private record Holding(Cidr cidr, NodeCidrs node) {
        static final Comparator<Holding> WIDEST_FIRST = Comparator.comparing(Holding::cidr)
                .thenComparing(Holding::node, NodeCidrs.BY_AGE);
    }

    private final List<PodRange> ranges;
    private final List<Refusal> findings = new ArrayList<>();

    private CidrFindings(List<PodRange> ranges) {
        this.ranges = ranges;
    }

    /** True if there is a problem that the blocks of the ranges do not show. */
    static boolean suspects(List<PodRange> ranges, Collection<NodeCidrs> nodes) {
        CidrFindings found = new CidrFindings(ranges);
        return nodes.stream()
                .anyMatch(node -> !node.unreadable().isEmpty() || node.cidrs().stream().anyMatch(found::isOutside));
    }

    /** Ordered by name; if two nodes share addresses, the younger one is the subject. */
    static List<Refusal> of(List<PodRange> ranges, Collection<NodeCidrs> nodes) {
        CidrFindings found = new CidrFindings(ranges);
        nodes.forEach(found::readings);
        nodes.forEach(found::places);
        found.duplicates(nodes);
        found.findings.sort(Comparator.comparing(Refusal::subject).thenComparing(Refusal::message));
        return found.findings;
    }

    private void readings(NodeCidrs node) {
        node.unreadable()
                .forEach(text -> say("InvalidPodCIDR", node,
                        "\"" + text + "\" in spec.podCIDRs is not a CIDR such as 10.244.1.0/24"));
    }

    private void places(NodeCidrs node) {
        for (Cidr cidr : node.cidrs()) {
            if (isOutside(cidr)) {
                say("PodCIDROutsideClusterCIDR", node, cidr + " in spec.podCIDRs is not in --cluster-cidr "
                        + ranges.stream().map(PodRange::toString).collect(Collectors.joining(",")));
            } else if (isReserved(cidr)) {
                say("PodCIDRInServiceRange", node,
                        cidr + " in spec.podCIDRs overlaps --service-cluster-ip-range");
            }
        }
    }

    /** In this order a range comes right after those that contain it. */
    private void duplicates(Collection<NodeCidrs> nodes) {
        Deque<Holding> around = new ArrayDeque<>();
        nodes.stream()
                .flatMap(node -> node.cidrs().stream().map(cidr -> new Holding(cidr, node)))
                .sorted(Holding.WIDEST_FIRST)
                .forEach(holding -> {
                    while (!around.isEmpty() && !around.peek().cidr().contains(holding.cidr()))
                        around.pop();
                    if (!around.isEmpty())
                        duplicate(around.peek(), holding);
                    around.push(holding);
                });
    }

    private void duplicate(Holding one, Holding other) {
        boolean ordered = NodeCidrs.BY_AGE.compare(one.node(), other.node()) <= 0;
        Holding older = ordered ? one : other;
        Holding younger = ordered ? other : one;
        say("DuplicatePodCIDR", younger.node(), younger.cidr() + " in spec.podCIDRs overlaps "
                + older.cidr() + " of node " + older.node().name()
                + "; a pod CIDR cannot be changed, so one of the nodes has to be deleted and join again");
    }

    private boolean isOutside(Cidr cidr) {
        return ranges.stream().noneMatch(range -> range.range().contains(cidr));
    }

    private boolean isReserved(Cidr cidr) {
        return ranges.stream().flatMap(range -> range.reserved().stream()).anyMatch(cidr::overlaps);
    }

    private void say(String code, NodeCidrs node, String message) {
        findings.add(new Refusal(code, node.name(), message));
    }
}
