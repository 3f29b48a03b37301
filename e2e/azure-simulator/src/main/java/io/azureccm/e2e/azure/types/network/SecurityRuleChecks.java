package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checks of security rules. */
final class SecurityRuleChecks {
    private static final Set<String> PROTOCOLS = Set.of("tcp", "udp", "icmp", "esp", "ah", "*");
    /**
     * Service tags are words, some with a region after a dot. Azure has a fixed list; only the format is checked here.
     */
    private static final Pattern TAG = Pattern.compile("[A-Z][A-Za-z0-9]+(\\.[A-Za-z0-9]+)?");
    private static final Pattern PORTS = Pattern.compile("\\d{1,5}(-\\d{1,5})?");

    private SecurityRuleChecks() {}

    static void all(Draft draft) {
        List<ObjectNode> rules = Json.objects(draft.properties(), "securityRules");
        draft.within(Limits.Row.SECURITY_RULES, rules.size(), "SecurityRuleCountLimitReached");
        draft.withinSubscription(Limits.Row.NETWORK_SECURITY_GROUPS, "NetworkSecurityGroupCountLimitReached");
        prefixCount(draft, rules, "source");
        prefixCount(draft, rules, "destination");
        Map<String, String> priorities = new HashMap<>();
        for (ObjectNode rule : rules) {
            one(draft, rule);
            String name = Json.name(rule);
            String slot = Json.textOr(rule, "", "properties", "direction").toLowerCase(Locale.ROOT)
                    + Json.intOr(rule, 0, "properties", "priority");
            String other = priorities.put(slot, name);
            if (other != null)
                throw ArmError.of("SecurityRuleConflict", other, name);
        }
    }

    /** The limit applies to all rules of the group together, separately for sources and destinations. */
    private static void prefixCount(Draft draft, List<ObjectNode> rules, String side) {
        int count = 0;
        for (ObjectNode rule : rules) {
            ObjectNode of = Json.properties(rule);
            count += Json.texts(of, side + "AddressPrefixes").size();
            count += Json.text(of, side + "AddressPrefix").isPresent() ? 1 : 0;
        }
        draft.world()
                .within(Limits.Row.SECURITY_GROUP_PREFIXES, count, "SecurityRuleAddressPrefixCountLimitReached",
                        side, draft.id());
    }

    private static void one(Draft draft, ObjectNode rule) {
        ObjectNode of = Json.properties(rule);
        String id = draft.childId("securityRules", rule);
        int priority = Json.intOr(of, 0, "priority");
        if (priority < 100 || priority > 4096)
            throw ArmError.of("SecurityRuleInvalidPriority", priority, id);
        String protocol = Json.textOr(of, "", "protocol").toLowerCase(Locale.ROOT);
        if (!PROTOCOLS.contains(protocol))
            throw ArmError.of("SecurityRuleInvalidProtocol", protocol, id);
        oneOf(of, id, "access", Set.of("allow", "deny"));
        oneOf(of, id, "direction", Set.of("inbound", "outbound"));
        List<String> source = prefixes(of, id, "sourceAddressPrefix", "sourceApplicationSecurityGroups");
        List<String> target = prefixes(of, id, "destinationAddressPrefix", "destinationApplicationSecurityGroups");
        sameFamily(id, source, target);
        ports(of, id, "sourcePortRange");
        ports(of, id, "destinationPortRange");
    }

    private static void oneOf(ObjectNode of, String id, String property, Set<String> allowed) {
        String value = Json.textOr(of, "", property).toLowerCase(Locale.ROOT);
        if (!allowed.contains(value))
            throw ArmError.of("SecurityRuleParameterInvalid", property, value, id);
    }

    private static List<String> prefixes(ObjectNode of, String id, String single, String groups) {
        List<String> all = values(of, id, single, single + "es", !Json.objects(of, groups).isEmpty());
        List<Cidr> seen = new ArrayList<>();
        for (String prefix : all) {
            checkPrefix(id, prefix, all.size() > 1);
            Cidr.parse(prefix.contains("/") ? prefix : prefix + (prefix.contains(":") ? "/128" : "/32"))
                    .ifPresent(cidr -> {
                        seen.stream().filter(cidr::overlaps).findFirst().ifPresent(other -> {
                            throw ArmError.of("SecurityRuleParameterContainsOverlappingPrefixes", id, single, prefix);
                        });
                        seen.add(cidr);
                    });
        }
        return all;
    }

    private static void checkPrefix(String id, String prefix, boolean several) {
        boolean address = prefix.contains("/") ? Cidr.parse(prefix).isPresent() : Cidr.number(prefix).isPresent();
        boolean word = prefix.equals("*") && !several || TAG.matcher(prefix).matches();
        if (!address && !word)
            throw ArmError.of("SecurityRuleInvalidAddressPrefix", prefix, id);
    }

    private static void sameFamily(String id, List<String> source, List<String> target) {
        List<String> all = Stream.concat(source.stream(), target.stream()).toList();
        if (all.stream().anyMatch(prefix -> prefix.contains(":"))
                && all.stream().anyMatch(prefix -> prefix.matches("[0-9.]+(/\\d+)?")))
            throw ArmError.of("SecurityRuleAddressPrefixesMustBeOfOneIPVersion", id);
    }

    private static void ports(ObjectNode of, String id, String single) {
        for (String range : values(of, id, single, single + "s", false)) {
            if (!isPortRange(range))
                throw ArmError.of("SecurityRuleInvalidPortRange", range, id);
        }
    }

    private static boolean isPortRange(String range) {
        if (range.equals("*") || !PORTS.matcher(range).matches())
            return range.equals("*");
        int dash = range.indexOf('-');
        int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int to = Integer.parseInt(range.substring(dash + 1));
        return from <= to && to <= 65_535;
    }

    /** The values of a parameter, which has a singular and a plural form. */
    private static List<String> values(ObjectNode of, String id, String single, String plural, boolean optional) {
        List<String> all = new ArrayList<>(Json.texts(of, plural));
        Optional<String> one = Json.text(of, single);
        if (one.isPresent() && !all.isEmpty())
            throw ArmError.of("SecurityRuleParameterContainsBothSingularAndPlural", id, single);
        one.ifPresent(all::add);
        if (all.isEmpty() && !optional)
            throw ArmError.of("SecurityRuleParameterMissing", id, single);
        return all;
    }
}
