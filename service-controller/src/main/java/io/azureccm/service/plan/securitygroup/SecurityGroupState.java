package io.azureccm.service.plan.securitygroup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.SecurityRuleModel;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules of a security group as they are, in their order, each read once. */
public record SecurityGroupState(List<Rule> rules) {
    /**
     * One rule. {@code key}: its name in lower case; {@code managed}: it was made for Services, for its name is one that only this
     * makes and its priority is in the range that is used for it.
     */
    public record Rule(ObjectNode body, String key, int priority, boolean managed, Set<String> sources,
            Set<String> destinations, Set<String> ports) {
        static Rule of(ObjectNode body) {
            int priority = body.path("properties").path("priority").asInt();
            return new Rule(body, SecurityGroupState.key(ArmJson.name(body)), priority,
                    isManaged(ArmJson.name(body), priority),
                    values(body, "sourceAddressPrefix", "sourceAddressPrefixes"),
                    values(body, "destinationAddressPrefix", "destinationAddressPrefixes"),
                    values(body, "destinationPortRange", "destinationPortRanges"));
        }

        public boolean hasApplicationGroups() {
            return !ArmJson.list(body, "properties", "destinationApplicationSecurityGroups").isEmpty();
        }

        /** Somebody may have changed a rule by hand: its name promises direction, access, protocol, sources and ports. */
        boolean says(SecurityRuleModel wanted) {
            return says("direction", "Inbound") && says("access", wanted.access())
                    && says("protocol", wanted.protocol())
                    && sources.equals(new TreeSet<>(wanted.sources()))
                    && values(body, "sourcePortRange", "sourcePortRanges").equals(Set.of("*"))
                    && ports.equals(new TreeSet<>(wanted.ports()));
        }

        private boolean says(String property, String value) {
            return ArmJson.text(body, "properties", property).equalsIgnoreCase(value);
        }
    }

    public SecurityGroupState {
        rules = List.copyOf(rules);
    }

    public static SecurityGroupState of(ObjectNode group) {
        return new SecurityGroupState(
                ArmJson.list(group, "properties", "securityRules").stream().map(Rule::of).toList());
    }

    /** How many rules have each priority; rules of both directions count. */
    Map<Integer, Integer> priorities() {
        Map<Integer, Integer> priorities = new HashMap<>();
        rules.forEach(rule -> priorities.merge(rule.priority(), 1, Integer::sum));
        return priorities;
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    static boolean isManaged(String name, int priority) {
        return SecurityRuleModel.isName(name) && priority >= SecurityRuleModel.LOWEST_PRIORITY
                && priority <= SecurityRuleModel.HIGHEST_PRIORITY;
    }

    /** Azure takes one value in a property of its own and several in a list; both mean the same. */
    private static Set<String> values(ObjectNode rule, String single, String plural) {
        Set<String> values = new TreeSet<>((Collection<String>) ArmJson.texts(rule, "properties", plural));
        String one = ArmJson.text(rule, "properties", single);
        if (!one.isEmpty())
            values.add(one);
        return values;
    }
}
