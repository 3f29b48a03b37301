package io.azureccm.node.plan.ipam;

import io.azureccm.common.net.Cidr;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The taken blocks of a range while one plan is made. Adjacent blocks are assigned together, aligned to their number.
 */
final class BlockMap {
    private final PodRange range;
    private final BitSet taken = new BitSet();
    private final BitSet avoided = new BitSet();
    /** Below this block there is no free run of the given number of blocks. */
    private final Map<Integer, Integer> floors = new HashMap<>();

    BlockMap(PodRange range) {
        this.range = range;
        range.reserved().forEach(prefix -> range.mark(taken, prefix));
    }

    PodRange range() {
        return range;
    }

    /** True if another node already had part of it. */
    boolean mark(Cidr cidr) {
        return range.mark(taken, cidr);
    }

    /** These CIDRs, besides those taken, are only assigned if nothing else is free. */
    void avoid(Collection<Cidr> cidrs) {
        cidrs.forEach(cidr -> range.mark(avoided, cidr));
        avoided.or(taken);
    }

    /** The next free block from this one on, wrapping around; negative if none is free. */
    int next(int from) {
        int behind = search(taken, from, range.size(), 1);
        return behind >= 0 ? behind : search(taken, 0, from, 1);
    }

    /** The first free prefix of this length, as the index of its first block; negative if none is free. */
    int first(int length) {
        int count = 1 << (range.mask() - length);
        int found = search(avoided, floors.getOrDefault(count, 0), range.size(), count);
        floors.put(count, found < 0 ? range.size() : found);
        return found >= 0 ? found : search(taken, 0, range.size(), count);
    }

    /** Takes the prefix of this length that starts with this block. */
    Cidr take(int block, int length) {
        int count = 1 << (range.mask() - length);
        taken.set(block, block + count);
        avoided.set(block, block + count);
        return range.range().at(block / count, length);
    }

    PodCidrPlan.Usage usage() {
        return new PodCidrPlan.Usage(range, taken.cardinality());
    }

    private static int search(BitSet bits, int from, int to, int count) {
        int at = aligned(bits.nextClearBit(from), count);
        while (at + count <= to) {
            int hit = bits.nextSetBit(at);
            if (hit < 0 || hit >= at + count)
                return at;
            at = aligned(bits.nextClearBit(hit), count);
        }
        return -1;
    }

    private static int aligned(int block, int count) {
        return (block + count - 1) / count * count;
    }
}
