package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import java.util.List;

/**
 * The prefix lengths of a node's pod CIDRs in the order of the ranges, their origin, and unusable tags that the default
 * length replaces.
 */
public record NodeMasks(List<Integer> lengths, String origin, List<Refusal> ignored) {
    public NodeMasks {
        lengths = List.copyOf(lengths);
        ignored = List.copyOf(ignored);
    }
}
