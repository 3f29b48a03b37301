package io.azureccm.node.plan.ipam;

import io.azureccm.common.config.options.Cidr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A range of addresses as bits. {@code high} and {@code low} are the first address, shifted to the left end of 128 bits; bits
 * beyond {@code length} are zero, so that ranges of the same addresses are equal however they were spelled.
 */
public record Prefix(boolean ipv6, long high, long low, int length) implements Comparable<Prefix> {
    private static final Comparator<Prefix> ORDER = Comparator.comparing(Prefix::ipv6)
            .thenComparing(Prefix::high, Long::compareUnsigned)
            .thenComparing(Prefix::low, Long::compareUnsigned)
            .thenComparing(Prefix::length);
    private static final int WORD = 64;
    private static final int IPV6_GROUPS = 8;

    public static Optional<Prefix> parse(String text) {
        return Cidr.parse(text).map(Prefix::of);
    }

    public static Prefix of(Cidr cidr) {
        BigInteger first = cidr.first();
        return cidr.ipv6()
                ? new Prefix(true, first.shiftRight(WORD).longValue(), first.longValue(), cidr.prefix())
                : new Prefix(false, first.longValue() << 32, 0, cidr.prefix());
    }

    /** True when the other range lies in this one, or is it. */
    public boolean contains(Prefix other) {
        return ipv6 == other.ipv6 && length <= other.length && other.cut(length).equals(this);
    }

    /** Ranges never overlap in part: one of two that share an address contains the other. */
    public boolean overlaps(Prefix other) {
        return contains(other) || other.contains(this);
    }

    /** Which of the ranges of {@code mask} bits in this one the other begins in, counted from 0; at most 30 bits apart. */
    int indexOf(Prefix other, int mask) {
        int width = mask - length;
        return width == 0 ? 0 : (int) (shiftedRight(other.high, other.low, 2 * WORD - mask) & ((1L << width) - 1));
    }

    /** The range with that index among those of {@code mask} bits in this one. */
    Prefix at(int index, int mask) {
        int shift = 2 * WORD - mask;
        long value = index;
        long upper = shift >= WORD
                ? shift == 2 * WORD ? 0 : value << (shift - WORD)
                : shift == 0 ? 0 : value >>> (WORD - shift);
        long lower = shift >= WORD ? 0 : value << shift;
        return new Prefix(ipv6, high | upper, low | lower, mask);
    }

    private Prefix cut(int bits) {
        long upper = bits == 0 ? 0 : bits >= WORD ? high : high & (-1L << (WORD - bits));
        long lower = bits <= WORD ? 0 : bits == 2 * WORD ? low : low & (-1L << (2 * WORD - bits));
        return new Prefix(ipv6, upper, lower, bits);
    }

    private static long shiftedRight(long high, long low, int by) {
        if (by >= WORD)
            return by == 2 * WORD ? 0 : high >>> (by - WORD);
        return by == 0 ? low : high << (WORD - by) | low >>> by;
    }

    /** By family, then by first address; a range comes before those that it contains. */
    @Override
    public int compareTo(Prefix other) {
        return ORDER.compare(this, other);
    }

    /** As Kubernetes writes it; an IPv6 address in lower case with its longest run of zeros left out. */
    @Override
    public String toString() {
        return (ipv6 ? ipv6Text() : ipv4Text()) + "/" + length;
    }

    private String ipv4Text() {
        int bits = (int) (high >>> 32);
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }

    private String ipv6Text() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < IPV6_GROUPS; i++) {
            long word = i < 4 ? high : low;
            groups.add(Long.toHexString(word >>> (48 - 16 * (i % 4)) & 0xffff));
        }
        int start = 0;
        int longest = 0;
        for (int i = 0; i < IPV6_GROUPS; i++) {
            int run = 0;
            while (i + run < IPV6_GROUPS && groups.get(i + run).equals("0"))
                run++;
            if (run > longest) {
                start = i;
                longest = run;
            }
        }
        if (longest < 2)
            return String.join(":", groups);
        return String.join(":", groups.subList(0, start)) + "::"
                + String.join(":", groups.subList(start + longest, IPV6_GROUPS));
    }
}
