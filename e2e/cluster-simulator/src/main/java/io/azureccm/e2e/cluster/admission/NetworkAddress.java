package io.azureccm.e2e.cluster.admission;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** The type {@code ip} of Kubernetes' CEL: no leading zeros, no zones, no IPv4-mapped IPv6 addresses. */
record NetworkAddress(int bits, BigInteger value) {
    private static final Pattern IPV4 = Pattern
            .compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    static Optional<NetworkAddress> parse(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            byte[] bytes = InetAddress.ofLiteral(text).getAddress();
            // Java converts IPv4-mapped IPv6 addresses to four bytes.
            boolean mapped = bytes.length == 4 && text.indexOf(':') >= 0;
            return mapped
                    ? Optional.empty()
                    : Optional.of(new NetworkAddress(bytes.length * 8, new BigInteger(1, bytes)));
        } catch (IllegalArgumentException notALiteral) {
            return Optional.empty();
        }
    }

    long family() {
        return bits == 32 ? 4 : 6;
    }

    /** With all but the leading bits set to zero. */
    NetworkAddress cut(int length) {
        return new NetworkAddress(bits, value.shiftRight(bits - length).shiftLeft(bits - length));
    }
}
