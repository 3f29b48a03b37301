package io.azureccm.service.spec;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** An IP prefix whose host bits are zero, printed in canonical form; ordered by family, address, then length. */
public record Cidr(IpFamily family, BigInteger network, int bits) implements Comparable<Cidr> {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern V4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]+");

    /** Reads {@code 10.0.0.0/8} or {@code 2001:db8::/32}; empty for anything else, host bits that are set included. */
    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || !LENGTH.matcher(text.substring(slash + 1)).matches())
            return Optional.empty();
        Optional<byte[]> address = literal(text.substring(0, slash));
        int bits = Integer.parseInt(text.substring(slash + 1));
        if (address.isEmpty() || bits > address.get().length * 8)
            return Optional.empty();
        IpFamily family = address.get().length == 4 ? IpFamily.IPV4 : IpFamily.IPV6;
        Cidr cidr = new Cidr(family, new BigInteger(1, address.get()), bits);
        return cidr.hostBits().signum() == 0 ? Optional.of(cidr) : Optional.empty();
    }

    /** The bytes of an address literal (never a name to look up); empty when it is none. */
    static Optional<byte[]> literal(String text) {
        boolean v4 = V4.matcher(text).matches();
        boolean v6 = text.contains(":") && V6.matcher(text).matches();
        if (!v4 && !v6)
            return Optional.empty();
        try {
            byte[] bytes = InetAddress.getByName(text).getAddress();
            return v4 == (bytes.length == 4) ? Optional.of(bytes) : Optional.empty();
        } catch (UnknownHostException notALiteral) {
            return Optional.empty();
        }
    }

    /** All addresses of its family. */
    public boolean isEverything() {
        return bits == 0;
    }

    public static boolean isAddress(String text) {
        return literal(text).isPresent();
    }

    /** An address as it is printed everywhere (IPv6 in lower case and shortest form); text that is none stays as it is. */
    public static String canonical(String address) {
        // There is one way only to write IPv4.
        if (address.indexOf(':') < 0)
            return address;
        return literal(address)
                .map(bytes -> AddressText.of(bytes.length == 4 ? IpFamily.IPV4 : IpFamily.IPV6,
                        new BigInteger(1, bytes)))
                .orElse(address);
    }

    public boolean contains(String address) {
        return literal(address)
                .filter(bytes -> (bytes.length == 4) == (family == IpFamily.IPV4))
                .map(bytes -> new BigInteger(1, bytes).shiftRight(width() - bits)
                        .equals(network.shiftRight(width() - bits)))
                .orElse(false);
    }

    public boolean contains(Cidr other) {
        return family == other.family && bits <= other.bits
                && network.shiftRight(width() - bits).equals(other.network.shiftRight(width() - bits));
    }

    /** The fewest prefixes that cover the same addresses: contained ones dropped, adjacent siblings merged; sorted. */
    public static List<Cidr> aggregate(Collection<Cidr> cidrs) {
        List<Cidr> kept = new ArrayList<>();
        for (Cidr cidr : new TreeSet<>(cidrs)) {
            if (!kept.isEmpty() && kept.getLast().contains(cidr))
                continue;
            Cidr next = cidr;
            while (!kept.isEmpty() && kept.getLast().isSiblingOf(next)) {
                next = new Cidr(next.family, kept.removeLast().network, next.bits - 1);
            }
            kept.add(next);
        }
        return List.copyOf(kept);
    }

    private boolean isSiblingOf(Cidr next) {
        return family == next.family && bits == next.bits && bits > 0
                && network.shiftRight(width() - bits + 1).equals(next.network.shiftRight(width() - bits + 1))
                && !network.equals(next.network);
    }

    private BigInteger hostBits() {
        return network.and(BigInteger.ONE.shiftLeft(width() - bits).subtract(BigInteger.ONE));
    }

    private int width() {
        return family == IpFamily.IPV4 ? 32 : 128;
    }

    @Override
    public int compareTo(Cidr other) {
        int byFamily = family.compareTo(other.family);
        if (byFamily != 0)
            return byFamily;
        int byNetwork = network.compareTo(other.network);
        return byNetwork != 0 ? byNetwork : Integer.compare(bits, other.bits);
    }

    @Override
    public String toString() {
        return AddressText.of(family, network) + "/" + bits;
    }
}
