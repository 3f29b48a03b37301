package io.azureccm.credential.http;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.regex.Pattern;

/** IP addresses in text form; never resolves names. */
public final class IpText {
    private static final Pattern ADDRESS = Pattern
            .compile("([0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*");

    private IpText() {}

    /** Null if the text is not an address. */
    static InetAddress parse(String text) {
        try {
            return ADDRESS.matcher(text).matches() ? InetAddress.ofLiteral(text) : null;
        } catch (IllegalArgumentException wrong) {
            return null;
        }
    }

    /** Whether a host is this machine: a loopback address or localhost. */
    public static boolean isLoopback(String host) {
        InetAddress address = parse(
                host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host);
        return host.equalsIgnoreCase("localhost") || address != null && address.isLoopbackAddress();
    }

    /** Whether a network, given as address and prefix length, contains the address; false if it is not valid. */
    static boolean contains(String network, String length, InetAddress address) {
        InetAddress base = parse(network);
        if (base == null || base.getClass() != address.getClass() || !length.matches("[0-9]{1,3}"))
            return false;
        int free = base.getAddress().length * 8 - Integer.parseInt(length);
        BigInteger different = new BigInteger(1, base.getAddress()).xor(new BigInteger(1, address.getAddress()));
        return free >= 0 && different.bitLength() <= free;
    }
}
