package io.azureccm.common.config.options;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses such as {@code 10.244.0.0/16}.
 *
 * @param address first address, in the spelling it was given
 * @param prefix  length of the network part in bits
 */
public record Cidr(String address, int prefix, boolean ipv6) {

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** The range, or nothing if the text is none. Names are never resolved. */
    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("\\d{1,3}")) {
            return Optional.empty();
        }
        String address = text.substring(0, slash);
        boolean ipv6 = IPV6.matcher(address).matches();
        int prefix = Integer.parseInt(text.substring(slash + 1));
        boolean good = (ipv6 || IPV4.matcher(address).matches()) && prefix <= (ipv6 ? 128 : 32) && literal(address);
        return good ? Optional.of(new Cidr(address, prefix, ipv6)) : Optional.empty();
    }

    /** The range of one address, or nothing if the text is no address. */
    public static Optional<Cidr> ofAddress(String text) {
        return parse(text + (text.contains(":") ? "/128" : "/32"));
    }

    public BigInteger first() {
        return number().shiftRight(hostBits()).shiftLeft(hostBits());
    }

    public BigInteger last() {
        return first().add(BigInteger.ONE.shiftLeft(hostBits())).subtract(BigInteger.ONE);
    }

    /** True when the address is the first one of the range, as Azure demands of a prefix. */
    public boolean isAligned() {
        return number().equals(first());
    }

    /** A text that is equal for ranges of the same addresses, in whatever spelling they were given. */
    public String identity() {
        return (ipv6 ? "IPv6 " : "IPv4 ") + first().toString(16) + "/" + prefix;
    }

    /** True when the first or the last address of the other range is in this one. */
    public boolean holdsAnEndOf(Cidr other) {
        return ipv6 == other.ipv6 && (holds(other.first()) || holds(other.last()));
    }

    private boolean holds(BigInteger address) {
        return first().compareTo(address) <= 0 && address.compareTo(last()) <= 0;
    }

    private int hostBits() {
        return (ipv6 ? 128 : 32) - prefix;
    }

    private BigInteger number() {
        try {
            return new BigInteger(1, InetAddress.getByName(address).getAddress());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("no address: " + address, impossible);
        }
    }

    // Only called with text that cannot be a host name, so no look-up takes place.
    private static boolean literal(String address) {
        try {
            InetAddress.getByName(address);
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return address + "/" + prefix;
    }
}
