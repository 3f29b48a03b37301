package io.azureccm.common.net;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** An IP address as 128 bits, of which IPv4 takes the first 32; equal however it was spelled. Names are never resolved. */
public record IpAddress(boolean ipv6, long high, long low) {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0\\d");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final int IPV6_GROUPS = 8;

    /** An address as Kubernetes reads flags and Nodes: the numbers of IPv4 may have leading zeros. */
    public static Optional<IpAddress> parse(String text) {
        if (IPV4.matcher(text).matches())
            return ipv4(text);
        if (!IPV6.matcher(text).matches())
            return Optional.empty();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(InetAddress.ofLiteral(text).getAddress());
            // Java makes an IPv4 address of one that is written as IPv6.
            return Optional.of(bytes.capacity() == 4
                    ? new IpAddress(true, 0, 0xffff_0000_0000L | Integer.toUnsignedLong(bytes.getInt()))
                    : new IpAddress(true, bytes.getLong(), bytes.getLong()));
        } catch (IllegalArgumentException notALiteral) {
            return Optional.empty();
        }
    }

    /** An address as Azure takes it: without leading zeros in IPv4, and no IPv4 address that is written as IPv6. */
    public static Optional<IpAddress> parseStrict(String text) {
        return parse(text)
                .filter(address -> address.ipv6 ? !address.isMappedIpv4() : !LEADING_ZERO.matcher(text).find());
    }

    public static boolean isAddress(String text) {
        return parseStrict(text).isPresent();
    }

    /** An address as it is printed everywhere (IPv6 in lower case and shortest form); text that is none stays as it is. */
    public static String canonical(String address) {
        // There is one way only to write IPv4.
        return address.indexOf(':') < 0 ? address : parseStrict(address).map(IpAddress::toString).orElse(address);
    }

    private static Optional<IpAddress> ipv4(String text) {
        long bits = 0;
        for (String part : text.split("\\.")) {
            int octet = Integer.parseInt(part);
            if (octet > 255)
                return Optional.empty();
            bits = bits << 8 | octet;
        }
        return Optional.of(new IpAddress(false, bits << 32, 0));
    }

    private boolean isMappedIpv4() {
        return high == 0 && low >>> 32 == 0xffff;
    }

    /** Dotted IPv4, IPv6 as RFC 5952 has it: in lower case with its longest run of zeros left out. */
    @Override
    public String toString() {
        return ipv6 ? ipv6Text() : ipv4Text();
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
