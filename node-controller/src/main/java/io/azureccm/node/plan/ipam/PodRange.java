package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.util.BitSet;
import java.util.List;

/**
 * A range of the cluster from which each node gets a block with prefix length {@code mask}. Blocks are counted from 0.
 * {@code reserved} ranges, for example those of Services, are never assigned.
 */
public record PodRange(Cidr range, int mask, List<Cidr> reserved) {
    /** More blocks than this cannot be counted. */
    static final int WIDEST = 30;
    /** If lengths differ, the longest prefix is at most this many bits longer than the range. */
    private static final int WIDEST_IPV4 = 24;
    private static final int WIDEST_IPV6 = 16;
    private static final int BITS_IPV4 = 32;
    private static final int BITS_IPV6 = 128;

    public PodRange {
        reserved = List.copyOf(reserved);
        if (mask < range.length() || mask - range.length() > WIDEST)
            throw new IllegalArgumentException("blocks of /" + mask + " cannot be cut out of " + range);
    }

    /** The longest prefix that a node can get if lengths differ. */
    public int longest() {
        return longest(range);
    }

    public static int longest(Cidr range) {
        return range.ipv6()
                ? Math.min(BITS_IPV6, range.length() + WIDEST_IPV6)
                : Math.min(BITS_IPV4, range.length() + WIDEST_IPV4);
    }

    /** The same range in blocks of this length, or of the longest length that can be counted. */
    PodRange in(int length) {
        return new PodRange(range, Math.min(length, longest()), reserved);
    }

    /** The number of blocks, including reserved ones. */
    public int size() {
        return 1 << (mask - range.length());
    }

    /** Marks the blocks that overlap the prefix; true if one of them was marked before. */
    boolean mark(BitSet blocks, Cidr prefix) {
        if (!prefix.overlaps(range))
            return false;
        int from = prefix.contains(range) ? 0 : range.indexOf(prefix, mask);
        int count = prefix.contains(range) ? size() : 1 << Math.max(0, mask - prefix.length());
        int first = blocks.nextSetBit(from);
        boolean before = first >= 0 && first < from + count;
        blocks.set(from, from + count);
        return before;
    }

    @Override
    public String toString() {
        return range.toString();
    }
}
