package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.Differ;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A security group, observed or desired: its rules in order, each parsed once. */
public record SecurityGroup(ObjectNode json, List<Rule> rules) implements ArmElement {
    private static final String RULES = "securityRules";

    /**
     * One rule. {@code managed}: it was created for Services, because its name has the pattern of managed rules and its priority is in
     * their range.
     */
    public record Rule(ObjectNode json, String key, int priority, boolean managed, Set<String> sources,
            Set<String> destinations, Set<String> ports) implements ArmElement {
        static Rule of(ObjectNode json) {
            int priority = json.path("properties").path("priority").asInt();
            String name = ArmJson.name(json);
            return new Rule(json, SecurityRule.key(name), priority,
                    SecurityRule.isName(name) && priority >= SecurityRule.MIN_PRIORITY
                            && priority <= SecurityRule.MAX_PRIORITY,
                    values(json, "sourceAddressPrefix", "sourceAddressPrefixes"),
                    values(json, "destinationAddressPrefix", "destinationAddressPrefixes"),
                    values(json, "destinationPortRange", "destinationPortRanges"));
        }

        public boolean hasApplicationGroups() {
            return !ArmJson.list(json, "properties", "destinationApplicationSecurityGroups").isEmpty();
        }

        /**
         * Whether the rule still has the direction, access, protocol, sources and ports that its name implies; it may have been changed by
         * hand.
         */
        public boolean matches(SecurityRule wanted) {
            return matches("direction", "Inbound") && matches("access", wanted.access())
                    && matches("protocol", wanted.protocol())
                    && sources.equals(new TreeSet<>(wanted.sources()))
                    && values(json, "sourcePortRange", "sourcePortRanges").equals(Set.of("*"))
                    && ports.equals(new TreeSet<>(wanted.ports()));
        }

        /** Whether the rule allows inbound traffic of this protocol from its sources. */
        public boolean allows(String protocol) {
            return matches("direction", "Inbound") && matches("access", "Allow")
                    && (matches("protocol", "*") || matches("protocol", protocol));
        }

        public boolean denies() {
            return matches("access", "Deny");
        }

        public Rule withDestinations(Set<String> addresses) {
            ObjectNode next = json.deepCopy();
            SecurityRule.addresses(ArmJson.properties(next), "destination", List.copyOf(addresses));
            return of(next);
        }

        private boolean matches(String property, String value) {
            return ArmJson.text(json, "properties", property).equalsIgnoreCase(value);
        }

        /** Azure has one property for a single value and another one for a list; both are equivalent. */
        private static Set<String> values(ObjectNode rule, String single, String plural) {
            Set<String> values = new TreeSet<>((Collection<String>) ArmJson.texts(rule, "properties", plural));
            String one = ArmJson.text(rule, "properties", single);
            if (!one.isEmpty())
                values.add(one);
            return values;
        }
    }

    public SecurityGroup {
        rules = List.copyOf(rules);
    }

    public static SecurityGroup of(ObjectNode json) {
        return new SecurityGroup(json, ArmJson.list(json, Rule::of, "properties", RULES));
    }

    /** The destinations of managed rules that are ranges, not addresses. */
    public Set<String> rangesOfManagedRules() {
        Set<String> ranges = new TreeSet<>();
        rules.stream()
                .filter(Rule::managed)
                .flatMap(rule -> rule.destinations().stream())
                .filter(destination -> destination.contains("/"))
                .forEach(ranges::add);
        return ranges;
    }

    public static ArmId ruleId(ArmId group, String name) {
        return group.child(RULES, name);
    }

    /** How many rules have each priority; rules of both directions count. */
    public Map<Integer, Integer> priorities() {
        Map<Integer, Integer> priorities = new HashMap<>();
        rules.forEach(rule -> priorities.merge(rule.priority(), 1, Integer::sum));
        return priorities;
    }

    /** A copy with these rules and tags. */
    public SecurityGroup with(List<Rule> rules, Map<String, String> tags) {
        ObjectNode next = ArmJson.copyWithout(json, Set.of(RULES));
        ArmJson.properties(next).set(RULES, ArmJson.elements(rules));
        ResourceTags.put(next, tags);
        return new SecurityGroup(next, rules);
    }

    /** The changes of rules and tags from an earlier state of this group to this one. */
    public List<Change> changesFrom(SecurityGroup before, Differ.CauseOf ofRules, Differ.CauseOf ofTags) {
        List<Change> changes = new ArrayList<>(Differ.elements("rule", before.json.path("properties").get(RULES),
                json.path("properties").get(RULES), ofRules));
        changes.addAll(Differ.tags(before.tags(), tags(), ofTags));
        return changes;
    }
}
