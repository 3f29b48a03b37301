package io.azureccm.e2e.cluster.rules;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.azureccm.e2e.cluster.network.NetworkAddress;
import io.azureccm.e2e.cluster.network.NetworkRange;

/** A cluster's ranges for Services: one address range per family in order of preference, and the node ports. */
public record ServiceNetwork(Map<String, String> ranges) {
    static final int FIRST_NODE_PORT = 30000;
    static final int LAST_NODE_PORT = 32767;
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
        return new ServiceNetwork(ranges);
    }

    public static ServiceNetwork ipv4Only() {
        return new ServiceNetwork(Map.of(IPV4, "10.0.0.0/16"));
    }

    public List<String> families() {
        return List.copyOf(ranges.keySet());
    }

    public static String familyOf(String ip) {
        return ip.contains(":") ? IPV6 : IPV4;
    }

    /** A free address of the family's range, or empty if it is exhausted. */
    public Optional<String> freeAddress(String family, Set<String> used, RandomGenerator random) {
        NetworkRange range = range(family).orElseThrow();
        int size = Math.min(range.size(), 1 << 16) - 2;
        int start = random.nextInt(size);
        for (int i = 0; i < size; i++) {
            // Address 0 is the network, 1 belongs to the Service of the API itself.
            String candidate = range.at(2 + (start + i) % (size - 1));
            if (!used.contains(candidate))
                return Optional.of(candidate);
        }
        return Optional.empty();
    }

    public boolean contains(String ip) {
        return range(familyOf(ip)).filter(range -> NetworkAddress.parse(ip).filter(range::contains).isPresent())
                .isPresent();
    }

    public String firstAddress(String family) {
        return range(family).orElseThrow().at(1);
    }

    private Optional<NetworkRange> range(String family) {
        return Optional.ofNullable(ranges.get(family)).flatMap(NetworkRange::parse);
    }

    public static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        return slash >= 0 && NetworkAddress.isLiteral(text.substring(0, slash))
                && text.substring(slash + 1).matches("\\d{1,3}")
                && Integer.parseInt(text.substring(slash + 1)) <= (text.contains(":") ? 128 : 32);
    }
}
