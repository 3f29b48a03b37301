package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.Optional;

/**
 * The assignments, the nodes without a free range, problems with existing CIDRs, the resulting usage of each range, and
 * where the next search starts.
 */
public record PodCidrPlan(List<Assignment> assignments, List<Shortage> shortages, List<Refusal> findings,
        List<Usage> usages, List<Integer> cursors) {
    /**
     * CIDRs for a node, one of each range in the order of the ranges. {@code tries} is the number of blocks examined
     * for each; empty if an earlier assignment is written again. {@code masks} explains the lengths, if they differ per
     * node.
     */
    public record Assignment(NodeCidrs node, List<Cidr> cidrs, List<Integer> tries, Optional<NodeMasks> masks) {
        public Assignment {
            cidrs = List.copyOf(cidrs);
            tries = List.copyOf(tries);
        }
    }

    /** A node for which these ranges have no free CIDR. */
    public record Shortage(NodeCidrs node, List<FullRange> ranges) {
        public Shortage {
            ranges = List.copyOf(ranges);
        }

        /** Names the ranges and their usage. */
        public String text() {
            return String.join("; ", ranges.stream().map(FullRange::text).toList());
        }
    }

    /** A range without a free prefix of this length. */
    public record FullRange(Usage usage, int length) {
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
