package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityGroup.Rule;
import io.azureccm.service.model.SecurityRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the managed rules of the security group allow now, to tell a change that only narrows access from one that grants it. The service
 * tag {@code Internet} counts as every source, since it is what a Service without restrictions has.
 */
final class ExistingAccess {
    private static final List<String> EVERYBODY = List.of("*", "internet", "0.0.0.0/0", "::/0");

    private final SecurityGroup group;
    private Map<String, List<Rule>> byDestination;

    ExistingAccess(SecurityGroup group) {
        this.group = group;
    }

    /** Whether everything that the rule allows to these destinations is allowed already; a rule that denies something grants nothing. */
    boolean covers(SecurityRule rule, Collection<String> destinations) {
        if (!rule.allow())
            return true;
        for (String destination : destinations) {
            List<Rule> standing = rulesTo(destination).stream()
                    .filter(each -> each.allows(rule.protocol()) && covers(each.ports(), rule.ports()))
                    .toList();
            for (String source : rule.sources()) {
                if (standing.stream().noneMatch(each -> covers(each, source)))
                    return false;
            }
        }
        return true;
    }

    /** A group has up to a thousand rules, and a plan may change many of them: the index is made on first use. */
    private List<Rule> rulesTo(String destination) {
        if (byDestination == null) {
            byDestination = new HashMap<>();
            group.rules()
                    .stream()
                    .filter(Rule::managed)
                    .forEach(rule -> rule.destinations()
                            .forEach(each -> byDestination.computeIfAbsent(each, none -> new ArrayList<>()).add(rule)));
        }
        return byDestination.getOrDefault(destination, List.of());
    }

    private static boolean covers(Collection<String> ports, Collection<String> wanted) {
        return ports.contains("*") || ports.containsAll(wanted);
    }

    private static boolean covers(Rule rule, String source) {
        Optional<Cidr> wanted = Cidr.parse(source);
        return rule.sources()
                .stream()
                .anyMatch(each -> EVERYBODY.contains(each.toLowerCase(Locale.ROOT))
                        || each.equalsIgnoreCase(source)
                        || wanted.isPresent()
                                && Cidr.parse(each).filter(range -> range.contains(wanted.get())).isPresent());
    }
}
