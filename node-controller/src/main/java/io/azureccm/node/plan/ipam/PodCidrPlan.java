package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.Optional;

/**
 * Which node gets which CIDRs, which ones get none, what is wrong with CIDRs that nodes have, how full each range is then, and
 * where the next search begins.
 */
public record PodCidrPlan(List<Assignment> assignments, List<Shortage> shortages, List<Refusal> findings,
        List<Usage> usages, List<Integer> cursors) {
    /**
     * CIDRs for a node, one of each range in the order of the ranges. {@code tries} is how many blocks one after the other
     * were looked at for each; empty when the node was given them before and the write is made again. {@code masks} say why they
     * are as long as they are, where lengths differ.
     */
    public record Assignment(NodeCidrs node, List<Cidr> cidrs, List<Integer> tries, Optional<NodeMasks> masks) {
        public Assignment(NodeCidrs node, List<Cidr> cidrs, List<Integer> tries) {
            this(node, cidrs, tries, Optional.empty());
        }

        public Assignment {
            cidrs = List.copyOf(cidrs);
            tries = List.copyOf(tries);
        }
    }

    /** A node for which these ranges had nothing left. */
    public record Shortage(NodeCidrs node, List<Lack> ranges) {
        public Shortage {
            ranges = List.copyOf(ranges);
        }

        /** Names the ranges and how full they are. */
        public String text() {
            return String.join("; ", ranges.stream().map(Lack::text).toList());
        }
    }

    /** A range that has no prefix of that length left. */
    public record Lack(Usage usage, int length) {
        private String text() {
            PodRange range = usage.range();
            return "no /" + length + " is free in --cluster-cidr " + range + ", " + usage.taken() + " of "
                    + range.size() + (length == range.mask() ? "" : " blocks of /" + range.mask()) + " are taken";
        }
    }

    /** How many blocks of a range are taken or reserved. */
    public record Usage(PodRange range, int taken) {}

    public PodCidrPlan {
        assignments = List.copyOf(assignments);
        shortages = List.copyOf(shortages);
        findings = List.copyOf(findings);
        usages = List.copyOf(usages);
        cursors = List.copyOf(cursors);
    }
}
