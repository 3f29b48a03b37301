package io.azureccm.common.net;

import java.net.Inet6Address;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An IP address as 128 bits, of which IPv4 uses the first 32; equal regardless of its spelling. Names are never resolved. */
public record IpAddress(boolean ipv6, long high, long low) {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0\\d");
    /** Only the first colon can match the one in the middle: text of many colons is not searched once for each of them. */
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");
    private static final int IPV6_GROUPS = 8;
    /** Two or more groups. */
    private static final Pattern ZEROS = Pattern.compile("\\b0(:0)+\\b");

    /** Parses an address as Kubernetes parses flags and Nodes: the numbers of IPv4 may have leading zeros. */
    public static Optional<IpAddress> parse(String text) {
        if (IPV4.matcher(text).matches())
            return ipv4(text);
        if (!isWrittenAsIpv6(text))
            return Optional.empty();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Inet6Address.ofLiteral(text).getAddress());
            // Java converts an IPv4 address that is written as IPv6 to IPv4.
            return Optional.of(bytes.capacity() == 4
                    ? new IpAddress(true, 0, 0xffff_0000_0000L | Integer.toUnsignedLong(bytes.getInt()))
                    : new IpAddress(true, bytes.getLong(), bytes.getLong()));
        } catch (IllegalArgumentException notALiteral) {
            return Optional.empty();
        }
    }

    /** True for text with a colon and no other characters than those of IPv6 addresses, so that it is not looked up as a name. */
    public static boolean isWrittenAsIpv6(CharSequence text) {
        return IPV6.matcher(text).matches();
    }

    /** Parses an address with Azure's rules: no leading zeros in IPv4, and no IPv4 address that is written as IPv6. */
    public static Optional<IpAddress> parseStrict(String text) {
        return parse(text)
                .filter(address -> address.ipv6 ? !address.isMappedIpv4() : !LEADING_ZERO.matcher(text).find());
    }

    public static boolean isAddress(String text) {
        return parseStrict(text).isPresent();
    }

    /**
     * The canonical form of an address (IPv6 in lower case and shortest form); text that is not an address is returned
     * unchanged.
     */
    public static String canonical(String address) {
        // IPv4 has only one spelling.
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

    /** Dotted IPv4, or IPv6 according to RFC 5952: in lower case with its longest run of zeros omitted. */
    @Override
    public String toString() {
        return ipv6 ? ipv6Text() : ipv4Text();
    }

    private String ipv4Text() {
        int bits = (int) (high >>> 32);
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }

    private String ipv6Text() {
        String text = IntStream.range(0, IPV6_GROUPS)
                .mapToObj(i -> Long.toHexString((i < 4 ? high : low) >>> (48 - 16 * (i % 4)) & 0xffff))
                .collect(Collectors.joining(":"));
        return ZEROS.matcher(text)
                .results()
                .max(Comparator.comparingInt(run -> run.group().length()))
                .map(run -> text.substring(0, Math.max(0, run.start() - 1)) + "::"
                        + text.substring(Math.min(text.length(), run.end() + 1)))
                .orElse(text);
    }
}
