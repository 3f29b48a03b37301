package io.azureccm.common.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A range of addresses such as {@code 10.244.0.0/16}. {@code high} and {@code low} are the bits of its first address (see
 * {@link IpAddress}); bits beyond {@code length} are zero, so that equal ranges are equal regardless of their spelling.
 * Ordered by family, then by first address; a range comes before those that it contains.
 */
public record Cidr(boolean ipv6, long high, long low, int length) implements Comparable<Cidr> {
    private static final Comparator<Cidr> ORDER = Comparator.comparing(Cidr::ipv6)
            .thenComparing(Cidr::high, Long::compareUnsigned)
            .thenComparing(Cidr::low, Long::compareUnsigned)
            .thenComparing(Cidr::length);
    private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");
    private static final int WORD = 64;

    /**
     * Parses {@code 10.0.0.0/8} or {@code 2001:db8::/32} as Kubernetes parses flags and Nodes: numbers may have leading
     * zeros, and the address may be any address in the range. Empty for anything else.
     */
    public static Optional<Cidr> parse(String text) {
        return written(text).map(range -> range.cut(range.length));
    }

    /** The same, but empty if the address is not the first one of the range. */
    public static Optional<Cidr> parseAligned(String text) {
        return written(text).filter(range -> range.equals(range.cut(range.length)));
    }

    /** The same with Azure's rules, which also allow no leading zeros; see {@link IpAddress#parseStrict}. */
    public static Optional<Cidr> parseStrict(String text) {
        int slash = text.indexOf('/');
        boolean strict = slash > 0 && IpAddress.isAddress(text.substring(0, slash)) && !text.matches(".*/0\\d+");
        return strict ? parseAligned(text) : Optional.empty();
    }

    /** With all bits of the address as written. */
    private static Optional<Cidr> written(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches())
            return Optional.empty();
        int length = Integer.parseInt(text.substring(slash + 1));
        return IpAddress.parse(text.substring(0, slash))
                .filter(address -> length <= (address.ipv6() ? 2 * WORD : WORD / 2))
                .map(address -> new Cidr(address.ipv6(), address.high(), address.low(), length));
    }

    public IpAddress first() {
        return new IpAddress(ipv6, high, low);
    }

    /** All addresses of its family. */
    public boolean isEverything() {
        return length == 0;
    }

    /** The range of one address only; empty for text that is not an address. */
    public static Optional<Cidr> ofAddress(String address) {
        return IpAddress.parseStrict(address)
                .map(each -> new Cidr(each.ipv6(), each.high(), each.low(), each.ipv6() ? 2 * WORD : WORD / 2));
    }

    /** False for text that is not an address. */
    public boolean contains(String address) {
        return ofAddress(address).filter(this::contains).isPresent();
    }

    /** True if the other range lies in this one, or equals it. */
    public boolean contains(Cidr other) {
        return ipv6 == other.ipv6 && length <= other.length && other.cut(length).equals(this);
    }

    /** Ranges never overlap partially: if two share an address, one contains the other. */
    public boolean overlaps(Cidr other) {
        return contains(other) || other.contains(this);
    }

    /** True if the first or the last address of the other range is in this one. */
    public boolean holdsAnEndOf(Cidr other) {
        return contains(other) || other.contains(this) && (first().equals(other.first()) || equals(other.end(length)));
    }

    /** The fewest ranges that cover the same addresses: contained ones dropped, adjacent siblings merged; sorted. */
    public static List<Cidr> aggregate(Collection<Cidr> cidrs) {
        List<Cidr> kept = new ArrayList<>();
        for (Cidr cidr : new TreeSet<>(cidrs)) {
            if (!kept.isEmpty() && kept.getLast().contains(cidr))
                continue;
            Cidr next = cidr;
            while (!kept.isEmpty() && kept.getLast().isSiblingOf(next))
                next = kept.removeLast().cut(next.length - 1);
            kept.add(next);
        }
        return List.copyOf(kept);
    }

    private boolean isSiblingOf(Cidr next) {
        return length == next.length && length > 0 && !equals(next) && cut(length - 1).equals(next.cut(length - 1));
    }

    /** The index, counted from 0, of the subrange of {@code mask} bits in which the other range begins; at most 30 bits apart. */
    public int indexOf(Cidr other, int mask) {
        int width = mask - length;
        return width == 0 ? 0 : (int) (shiftedRight(other.high, other.low, 2 * WORD - mask) & ((1L << width) - 1));
    }

    /** The subrange of {@code mask} bits with that index. */
    public Cidr at(int index, int mask) {
        int shift = 2 * WORD - mask;
        long value = index;
        long upper = shift >= WORD
                ? shift == 2 * WORD ? 0 : value << (shift - WORD)
                : shift == 0 ? 0 : value >>> (WORD - shift);
        long lower = shift >= WORD ? 0 : value << shift;
        return new Cidr(ipv6, high | upper, low | lower, mask);
    }

    /** The last range of {@code bits} in this one. */
    private Cidr end(int bits) {
        return new Cidr(ipv6, high | ~upperMask(length), low | ~lowerMask(length), bits).cut(bits);
    }

    private Cidr cut(int bits) {
        return new Cidr(ipv6, high & upperMask(bits), low & lowerMask(bits), bits);
    }

    private static long upperMask(int bits) {
        return bits == 0 ? 0 : bits >= WORD ? -1L : -1L << (WORD - bits);
    }

    private static long lowerMask(int bits) {
        return bits <= WORD ? 0 : -1L << (2 * WORD - bits);
    }

    private static long shiftedRight(long high, long low, int by) {
        if (by >= WORD)
            return by == 2 * WORD ? 0 : high >>> (by - WORD);
        return by == 0 ? low : high << (WORD - by) | low >>> by;
    }

    @Override
    public int compareTo(Cidr other) {
        return ORDER.compare(this, other);
    }

    /** In Kubernetes' spelling, with the first address in its shortest form. */
    @Override
    public String toString() {
        return first() + "/" + length;
    }
}
