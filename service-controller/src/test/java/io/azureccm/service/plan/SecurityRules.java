package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes and reads the rules of the security group of a world. */
public final class SecurityRules {
    private static final String GROUP = "k8s-nsg";

    private SecurityRules() {}

    /** All rules as text, ordered by priority: {@code 500 Allow Tcp Internet > 20.0.0.5 80}. */
    public static List<String> of(World world) {
        return bodies(world).stream()
                .sorted(Comparator.comparingInt(rule -> rule.path("properties").path("priority").asInt()))
                .map(rule -> ArmJson.text(rule, "properties", "priority") + " " + withoutPriority(rule))
                .toList();
    }

    /** The same without priorities, sorted by text. */
    public static List<String> unordered(World world) {
        return bodies(world).stream().map(SecurityRules::withoutPriority).sorted().toList();
    }

    public static List<ObjectNode> bodies(World world) {
        return ArmJson.list(world.resource(ArmTypes.SECURITY_GROUP, GROUP).orElseThrow(), "properties",
                "securityRules");
    }

    private static String withoutPriority(ObjectNode rule) {
        return ArmJson.text(rule, "properties", "access") + " " + ArmJson.text(rule, "properties", "protocol") + " "
                + values(rule, "sourceAddressPrefix", "sourceAddressPrefixes") + " > "
                + values(rule, "destinationAddressPrefix", "destinationAddressPrefixes") + " "
                + values(rule, "destinationPortRange", "destinationPortRanges");
    }

    private static String values(ObjectNode rule, String single, String plural) {
        List<String> values = new ArrayList<>(ArmJson.texts(rule, "properties", plural));
        if (!ArmJson.text(rule, "properties", single).isEmpty())
            values.add(ArmJson.text(rule, "properties", single));
        return String.join(",", values);
    }

    /** Replaces all rules of the group. */
    public static void put(World world, String... rules) {
        world.put(ArmTypes.SECURITY_GROUP, GROUP,
                "{\"properties\": {\"securityRules\": [" + String.join(",", rules) + "]}}");
    }

    public static String rule(String name, int priority, String more) {
        return "{\"name\": \"" + name + "\", \"properties\": {\"priority\": " + priority
                + ", \"access\": \"Allow\", \"direction\": \"Inbound\", \"protocol\": \"Tcp\", \"sourcePortRange\": \"*\", "
                + more + "}}";
    }

    /** An unmanaged rule with this number of sources and destinations. */
    public static String filler(String name, int priority, int sources, int destinations) {
        return rule(name, priority,
                "\"destinationPortRanges\": [\"1\"], \"sourceAddressPrefixes\": [" + prefixes("100.64", sources)
                        + "], \"destinationAddressPrefixes\": [" + prefixes("100.96", destinations) + "]");
    }

    /** This number of unmanaged rules, starting at a priority. */
    public static String[] fillers(int count, int priority) {
        return IntStream.range(0, count)
                .mapToObj(i -> filler("own" + i, priority + i, 1, 1))
                .toList()
                .toArray(String[]::new);
    }

    private static String prefixes(String start, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + start + "." + i / 256 + "." + i % 256 + "\"")
                .collect(Collectors.joining(","));
    }

    public static List<String> names(World world) {
        List<String> names = new ArrayList<>(bodies(world).stream().map(ArmJson::name).toList());
        Collections.sort(names);
        return names;
    }
}
