package io.azureccm.e2e.cluster.network;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

import io.netty.util.NetUtil;

/** The type {@code ip} of Kubernetes' CEL: no leading zeros, no zones, no IPv4-mapped IPv6 addresses. */
public record NetworkAddress(int bits, BigInteger value) {
    private static final Pattern IPV4 = Pattern
            .compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    public static Optional<NetworkAddress> parse(String text) {
        // Java converts IPv4-mapped IPv6 addresses to four bytes.
        return literal(text).filter(bytes -> bytes.length == 16 || text.indexOf(':') < 0)
                .map(bytes -> new NetworkAddress(bytes.length * 8, new BigInteger(1, bytes)));
    }

    /** Whether the API takes the text for an address: unlike CEL, it allows IPv4-mapped ones. */
    public static boolean isLiteral(String text) {
        return literal(text).isPresent();
    }

    private static Optional<byte[]> literal(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches())
            return Optional.empty();
        try {
            return Optional.of(InetAddress.ofLiteral(text).getAddress());
        } catch (IllegalArgumentException notALiteral) {
            return Optional.empty();
        }
    }

    public long family() {
        return bits == 32 ? 4 : 6;
    }

    /** With all but the leading bits set to zero. */
    NetworkAddress cut(int length) {
        return new NetworkAddress(bits, value.shiftRight(bits - length).shiftLeft(bits - length));
    }

    /** The short form. */
    public String text() {
        byte[] bytes = new byte[bits / 8];
        BigInteger rest = value;
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = rest.byteValue();
            rest = rest.shiftRight(8);
        }
        return NetUtil.bytesToIpAddress(bytes);
    }
}
