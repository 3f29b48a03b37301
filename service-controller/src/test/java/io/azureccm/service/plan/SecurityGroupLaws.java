package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.ArmJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What Azure requires of the body of a security group. */
final class SecurityGroupLaws {
    private SecurityGroupLaws() {}

    static void check(ObjectNode group) {
        Set<String> names = new HashSet<>();
        Set<String> slots = new HashSet<>();
        int sources = 0;
        int destinations = 0;
        List<ObjectNode> rules = ArmJson.list(group, "properties", "securityRules");
        for (ObjectNode rule : rules) {
            int priority = rule.path("properties").path("priority").asInt();
            require(names.add(ArmJson.name(rule).toLowerCase(Locale.ROOT)), "one rule of a name", rule);
            require(slots.add(priority + ArmJson.text(rule, "properties", "direction")), "one rule of a priority",
                    rule);
            require(priority >= 100 && priority <= 4096, "a priority from 100 to 4096", rule);
            List<String> from = one(rule, "sourceAddressPrefix", "sourceAddressPrefixes");
            List<String> to = one(rule, "destinationAddressPrefix", "destinationAddressPrefixes");
            boolean groups = !ArmJson.list(rule, "properties", "destinationApplicationSecurityGroups").isEmpty();
            require(!from.isEmpty() && (groups || !to.isEmpty()), "prefixes on both sides", rule);
            require(!one(rule, "destinationPortRange", "destinationPortRanges").isEmpty(), "ports", rule);
            List<String> all = new ArrayList<>(from);
            all.addAll(to);
            require(all.stream().noneMatch(text -> text.contains("<")), "addresses that are known", rule);
            require(all.stream().noneMatch(text -> text.contains(":"))
                    || all.stream().noneMatch(text -> text.matches("[0-9.]+(/\\d+)?")), "one family", rule);
            sources += from.size();
            destinations += to.size();
        }
        require(rules.size() <= 1000 && sources <= 4000 && destinations <= 4000,
                "at most 1000 rules and 4000 prefixes on"
                        + " each side, not " + rules.size() + ", " + sources + ", " + destinations,
                group);
    }

    /** The values of a property with a singular and a plural form, of which only one may be set. */
    private static List<String> one(ObjectNode rule, String single, String plural) {
        List<String> values = new ArrayList<>(ArmJson.texts(rule, "properties", plural));
        String value = ArmJson.text(rule, "properties", single);
        require(value.isEmpty() || values.isEmpty(), "one form of " + single, rule);
        if (!value.isEmpty())
            values.add(value);
        require(new HashSet<>(values).size() == values.size(), "different values in " + single, rule);
        return values;
    }

    private static void require(boolean holds, String what, ObjectNode about) {
        if (!holds)
            throw new AssertionError("Azure demands " + what + ": " + about);
    }
}
