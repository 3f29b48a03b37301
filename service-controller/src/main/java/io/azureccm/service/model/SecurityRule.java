package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.spec.IpFamily;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One managed rule of the security group: allow from some sources to some ports, or deny everything, for a set of destination addresses.
 * The name is derived from protocol, sources and ports, so Services with the same requirements share one rule.
 */
public record SecurityRule(String name, boolean allow, String protocol, List<String> sources, List<String> ports,
        SortedSet<String> destinations) {
    private static final String PREFIX = "k8s-azure-lb";
    private static final Pattern NAME = Pattern.compile(PREFIX + "_(allow_ipv[46]_[0-9a-f]{32}|deny-all_ipv[46])",
            Pattern.CASE_INSENSITIVE);
    public static final int MIN_PRIORITY = 500;
    public static final int MAX_PRIORITY = 4096;

    public static SecurityRule allow(IpFamily family, String protocol, Collection<String> sources,
            Collection<Integer> ports, Collection<String> destinations) {
        List<String> sortedSources = sources.stream().sorted().toList();
        List<String> sortedPorts = ports.stream().map(String::valueOf).sorted().toList();
        String hash = md5(protocol + "_" + String.join(",", sortedSources) + "_" + String.join(",", sortedPorts));
        return new SecurityRule(PREFIX + "_allow_" + family.azureName() + "_" + hash, true, protocol,
                sortedSources,
                sortedPorts, new TreeSet<>(destinations));
    }

    public static SecurityRule denyAll(IpFamily family, Collection<String> destinations) {
        return new SecurityRule(PREFIX + "_deny-all_" + family.azureName(), false, "*", List.of("*"), List.of("*"),
                new TreeSet<>(destinations));
    }

    /** True for a name that only rules of Services have; the prefix alone is not sufficient. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public SecurityRule to(Collection<String> otherDestinations) {
        return new SecurityRule(name, allow, protocol, sources, ports, new TreeSet<>(otherDestinations));
    }

    public String access() {
        return allow ? "Allow" : "Deny";
    }

    /** The lookup key of a rule: ARM is case-insensitive. */
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The rule in ARM's form, under a name of any spelling: one value goes into the singular property, several into the plural one. */
    public SecurityGroup.Rule at(int priority, String name) {
        ObjectNode rule = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(rule);
        properties.put("protocol", protocol).put("access", access()).put("direction", "Inbound");
        properties.put("priority", priority).put("sourcePortRange", "*");
        if (allow) {
            properties.set("destinationPortRanges", ArmJson.textArray(ports));
        } else {
            properties.put("destinationPortRange", "*");
        }
        addresses(properties, "source", sources);
        addresses(properties, "destination", List.copyOf(destinations));
        return SecurityGroup.Rule.of(rule);
    }

    /** Sets the addresses of one side and clears the unused form; without addresses both are cleared explicitly. */
    static void addresses(ObjectNode properties, String side, List<String> addresses) {
        if (addresses.isEmpty()) {
            properties.putNull(side + "AddressPrefix");
            properties.putArray(side + "AddressPrefixes");
        } else if (addresses.size() == 1) {
            properties.put(side + "AddressPrefix", addresses.getFirst());
            properties.remove(side + "AddressPrefixes");
        } else {
            properties.set(side + "AddressPrefixes", ArmJson.textArray(addresses));
            properties.remove(side + "AddressPrefix");
        }
    }

    private static String md5(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("MD5 is not available", impossible);
        }
    }
}
