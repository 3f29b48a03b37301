package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.SecurityRuleModel;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the managed rules of the security group as a function of all Services. A rule keeps its priority for life; a new one
 * gets the lowest free priority (deny rules the highest), and priorities of rules that this very write removes are not free
 * yet. Destinations that no Service has any more are taken out; rules of people are never touched.
 */
final class SecurityGroupPlanner {
    /** The group as it should be, why each changed rule changed, and the Services that cannot be done without the write. */
    record SecurityPlan(ObjectNode desired, Map<String, Cause> causes, Set<String> subjects) {}

    private final PlannerSettings settings;
    private final ObjectNode observed;

    SecurityGroupPlanner(PlannerSettings settings, ObjectNode observed) {
        this.settings = settings;
        this.observed = observed;
    }

    SecurityPlan plan(AccessWishes wishes) {
        Map<String, SecurityRuleModel> open = new LinkedHashMap<>();
        Map<String, Cause> causes = new HashMap<>();
        Set<String> subjects = new TreeSet<>();
        for (AccessWishes.Wish wish : wishes.wishes()) {
            open.merge(wish.rule().name(), wish.rule(), (one, two) -> one.with(two.destinations()));
        }
        Map<String, Set<String>> before = new HashMap<>();
        List<ObjectNode> rules = new ArrayList<>();
        Set<Integer> used = new TreeSet<>();
        for (ObjectNode rule : Tree.list(observed, "properties", "securityRules")) {
            int priority = rule.path("properties").path("priority").asInt();
            used.add(priority);
            if (!isManaged(rule, priority)) {
                rules.add(rule);
                continue;
            }
            Set<String> destinations = destinations(rule);
            before.put(fold(Tree.name(rule)), destinations);
            SecurityRuleModel wanted = remove(open, Tree.name(rule));
            ObjectNode next = next(rule, priority, wanted, destinations, wishes);
            if (next != null)
                rules.add(next);
            released(destinations, next, wishes, subjects);
            causes.put(fold(Tree.name(rule)), Cause.of(next == null ? "AddressReleased" : "DestinationsChanged"));
        }
        for (SecurityRuleModel rule : open.values()) {
            int priority = free(used, rule.allow());
            used.add(priority);
            rules.add(rule.toJson(priority));
        }
        for (AccessWishes.Wish wish : wishes.wishes()) {
            Set<String> there = before.getOrDefault(fold(wish.rule().name()), Set.of());
            if (!there.containsAll(wish.rule().destinations())) {
                subjects.add(wish.service().subject());
                causes.put(fold(wish.rule().name()), new Cause("AccessWanted", wish.service().subject()));
            }
        }
        return new SecurityPlan(desired(rules), causes, subjects);
    }

    /** The rule with its destinations brought up to date; null when none is left. */
    private static ObjectNode next(ObjectNode rule, int priority, SecurityRuleModel wanted, Set<String> destinations,
            AccessWishes wishes) {
        TreeSet<String> next = new TreeSet<>(destinations);
        next.retainAll(wishes.keep());
        if (wanted != null)
            next.addAll(wanted.destinations());
        if (next.isEmpty())
            return hasApplicationGroups(rule) ? rule : null;
        if (next.equals(destinations) && (wanted == null || saysSame(rule, wanted)))
            return rule;
        if (wanted != null && !saysSame(rule, wanted)) {
            return new SecurityRuleModel(Tree.name(rule), wanted.allow(), wanted.protocol(), wanted.sources(),
                    wanted.ports(), next)
                    .toJson(priority);
        }
        ObjectNode updated = rule.deepCopy();
        SecurityRuleModel.addresses(Tree.properties(updated), "destination", List.copyOf(next));
        return updated;
    }

    /** Somebody may have changed a rule of ours by hand: its name promises protocol, sources and ports. */
    private static boolean saysSame(ObjectNode rule, SecurityRuleModel wanted) {
        ObjectNode expected = wanted.toJson(0);
        return both(rule, "source").equals(new TreeSet<>(wanted.sources()))
                && Tree.text(rule, "properties", "access").equalsIgnoreCase(Tree.text(expected, "properties", "access"))
                && Tree.text(rule, "properties", "protocol").equalsIgnoreCase(wanted.protocol())
                && ports(rule).equals(ports(expected));
    }

    private static void released(Set<String> destinations, ObjectNode next, AccessWishes wishes, Set<String> subjects) {
        Set<String> gone = new TreeSet<>(destinations);
        if (next != null)
            gone.removeAll(destinations(next));
        wishes.leaving().forEach((address, service) -> {
            if (gone.contains(address))
                subjects.add(service);
        });
    }

    private ObjectNode desired(List<ObjectNode> rules) {
        ObjectNode desired = observed.deepCopy();
        Tree.properties(desired).set("securityRules", Tree.array(rules));
        ResourceTags.put(desired, ResourceTags.reconcile(ResourceTags.of(desired),
                settings.cloud().placement().tags().tags(),
                String.join(",", settings.cloud().placement().tags().systemTags())));
        return desired;
    }

    private static int free(Set<Integer> used, boolean lowest) {
        int from = lowest ? SecurityRuleModel.LOWEST_PRIORITY : SecurityRuleModel.HIGHEST_PRIORITY - 1;
        int step = lowest ? 1 : -1;
        int priority = from;
        while (used.contains(priority)) {
            priority += step;
        }
        return priority;
    }

    static boolean isManaged(ObjectNode rule, int priority) {
        return fold(Tree.name(rule)).startsWith(SecurityRuleModel.PREFIX)
                && priority >= SecurityRuleModel.LOWEST_PRIORITY
                && priority <= SecurityRuleModel.HIGHEST_PRIORITY;
    }

    static Set<String> destinations(ObjectNode rule) {
        return both(rule, "destination");
    }

    private static Set<String> both(ObjectNode rule, String side) {
        TreeSet<String> all = new TreeSet<>(Tree.texts(rule, "properties", side + "AddressPrefixes"));
        String single = Tree.text(rule, "properties", side + "AddressPrefix");
        if (!single.isEmpty())
            all.add(single);
        return all;
    }

    private static Set<String> ports(ObjectNode rule) {
        TreeSet<String> all = new TreeSet<>(Tree.texts(rule, "properties", "destinationPortRanges"));
        String single = Tree.text(rule, "properties", "destinationPortRange");
        if (!single.isEmpty())
            all.add(single);
        return all;
    }

    private static boolean hasApplicationGroups(ObjectNode rule) {
        return !Tree.list(rule, "properties", "destinationApplicationSecurityGroups").isEmpty();
    }

    private static SecurityRuleModel remove(Map<String, SecurityRuleModel> open, String name) {
        return open.keySet()
                .stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .map(open::remove)
                .orElse(null);
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
