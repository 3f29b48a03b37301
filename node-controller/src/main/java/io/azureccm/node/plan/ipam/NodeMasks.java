package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import java.util.List;

/**
 * How long the prefixes of a node's pod CIDRs are, in the order of the ranges, where that is said, and tags that say nothing that can
 * be read, instead of which the usual length is taken.
 */
public record NodeMasks(List<Integer> lengths, String origin, List<Refusal> ignored) {
    public NodeMasks {
        lengths = List.copyOf(lengths);
        ignored = List.copyOf(ignored);
    }
}
