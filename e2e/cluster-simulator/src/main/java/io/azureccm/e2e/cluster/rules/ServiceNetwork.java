package io.azureccm.e2e.cluster.rules;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A cluster's ranges for Services: one address range per family in order of preference, and the node ports. */
public record ServiceNetwork(Map<String, String> ranges, int firstNodePort, int lastNodePort) {
    public static final String IPV4 = "IPv4";
    public static final String IPV6 = "IPv6";

    public ServiceNetwork {
        ranges = new LinkedHashMap<>(ranges);
    }

    /** IPv4 first, IPv6 second. */
    public static ServiceNetwork dualStack() {
        Map<String, String> ranges = new LinkedHashMap<>();
        ranges.put(IPV4, "10.0.0.0/16");
        ranges.put(IPV6, "fd00:10:0:1::/112");
        return new ServiceNetwork(ranges, 30000, 32767);
    }

    public static ServiceNetwork ipv4Only() {
        return new ServiceNetwork(Map.of(IPV4, "10.0.0.0/16"), 30000, 32767);
    }

    public List<String> families() {
        return List.copyOf(ranges.keySet());
    }

    public static String familyOf(String ip) {
        return ip.contains(":") ? IPV6 : IPV4;
    }

    /** A free address of the family's range, or empty if it is exhausted. */
    public Optional<String> freeAddress(String family, Set<String> used, RandomGenerator random) {
        Range range = Range.parse(ranges.get(family));
        int size = Math.min(range.size(), 1 << 16) - 2;
        int start = random.nextInt(size);
        for (int i = 0; i < size; i++) {
            // Address 0 is the network, 1 belongs to the Service of the API itself.
            String candidate = range.at(2 + (start + i) % (size - 1));
            if (!used.contains(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    public boolean contains(String ip) {
        String range = ranges.get(familyOf(ip));
        return range != null && Range.parse(range).contains(ip);
    }

    public String firstAddress(String family) {
        return Range.parse(ranges.get(family)).at(1);
    }

    public String nodePortRange() {
        return firstNodePort + "-" + lastNodePort;
    }

    /** The address in its canonical short form, or empty if the text is not an IP literal. */
    public static Optional<String> parseIp(String text) {
        boolean literal = text
                .matches("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}")
                || text.contains(":") && text.matches("[0-9a-fA-F:.]+");
        if (!literal) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text).getHostAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    public static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("\\d{1,3}")) {
            return false;
        }
        int bits = Integer.parseInt(text.substring(slash + 1));
        return parseIp(text.substring(0, slash)).isPresent() && bits <= (text.contains(":") ? 128 : 32);
    }

    private record Range(BigInteger base, int prefix, int width) {
        static Range parse(String cidr) {
            int slash = cidr.indexOf('/');
            byte[] bytes = address(cidr.substring(0, slash));
            return new Range(new BigInteger(1, bytes), Integer.parseInt(cidr.substring(slash + 1)), bytes.length);
        }

        int size() {
            return 1 << Math.min(30, width * 8 - prefix);
        }

        boolean contains(String ip) {
            int host = width * 8 - prefix;
            return new BigInteger(1, address(ip)).shiftRight(host).equals(base.shiftRight(host));
        }

        String at(int offset) {
            byte[] raw = base.add(BigInteger.valueOf(offset)).toByteArray();
            byte[] bytes = new byte[width];
            int length = Math.min(raw.length, width);
            System.arraycopy(raw, raw.length - length, bytes, width - length, length);
            try {
                return compressed(InetAddress.getByAddress(bytes));
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String compressed(InetAddress address) {
            String text = address.getHostAddress();
            return text.contains(":") ? text.replaceFirst("(^|:)0(:0)+(:|$)", "::") : text;
        }

        private static byte[] address(String ip) {
            try {
                return InetAddress.getByName(ip).getAddress();
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }
}
