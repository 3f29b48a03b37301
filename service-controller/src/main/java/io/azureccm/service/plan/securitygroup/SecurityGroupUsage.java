package io.azureccm.service.plan.securitygroup;

import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityGroup.Rule;
import io.azureccm.service.model.SecurityRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the content of a security group while Services claim and release destinations of its managed rules. A destination is in a rule
 * while it is claimed, and a rule exists while it has a destination.
 */
final class SecurityGroupUsage {
    /** The number of rules, and of address prefixes of all rules on each side; a single prefix counts like one of a list. */
    record Count(int rules, int sources, int destinations) {
        Count plus(int moreRules, int moreSources, int moreDestinations) {
            return new Count(rules + moreRules, sources + moreSources, destinations + moreDestinations);
        }
    }

    /** A managed rule: the number of its sources, and of the claims of each destination. */
    private record Entry(int sources, boolean stays, Map<String, Integer> claims) {}

    private record Present(Rule rule, Entry entry) {}

    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, List<Present>> present = new HashMap<>();
    private final Set<String> foreign = new HashSet<>();
    private Count count = new Count(0, 0, 0);

    /** {@code desiredRules}: everything that may be claimed; a rule has the requested sources, regardless of its current ones. */
    SecurityGroupUsage(SecurityGroup state, List<DesiredSecurityRules.DesiredRule> desiredRules) {
        desiredRules.forEach(desiredRule -> entries.computeIfAbsent(key(desiredRule),
                key -> new Entry(desiredRule.rule().sources().size(), false, new HashMap<>())));
        for (Rule rule : state.rules()) {
            if (!rule.managed()) {
                foreign.add(rule.key());
                count = count.plus(1, rule.sources().size(), rule.destinations().size());
                continue;
            }
            Entry wished = entries.get(rule.key());
            Entry entry = new Entry(wished == null ? rule.sources().size() : wished.sources(),
                    rule.hasApplicationGroups(), new HashMap<>());
            entries.put(rule.key(), entry);
            if (entry.stays())
                count = count.plus(1, entry.sources(), 0);
            rule.destinations()
                    .forEach(ip -> present.computeIfAbsent(ip, key -> new ArrayList<>())
                            .add(new Present(rule, entry)));
        }
    }

    Count count() {
        return count;
    }

    /** Claims what stays regardless of the Services' requests. */
    void keep(DesiredSecurityRules.Kept kept) {
        hold(new HeldDestinations(kept.ofOthers(), Set.of(), true));
        kept.held().forEach(this::hold);
    }

    /** Claims the current destinations of a Service, in every existing rule of its own. */
    void hold(HeldDestinations holding) {
        claim(holding, 1);
    }

    void letGo(HeldDestinations holding) {
        claim(holding, -1);
    }

    private void claim(HeldDestinations holding, int times) {
        for (String ip : holding.addresses()) {
            for (Present there : present.getOrDefault(ip, List.of())) {
                if (holding.covers(there.rule()))
                    claim(there.entry(), ip, times);
            }
        }
    }

    void add(Collection<DesiredSecurityRules.DesiredRule> desiredRules) {
        claim(desiredRules, 1);
    }

    void remove(Collection<DesiredSecurityRules.DesiredRule> desiredRules) {
        claim(desiredRules, -1);
    }

    private void claim(Collection<DesiredSecurityRules.DesiredRule> desiredRules, int times) {
        for (DesiredSecurityRules.DesiredRule desiredRule : desiredRules) {
            if (!foreign.contains(key(desiredRule)))
                desiredRule.rule().destinations().forEach(ip -> claim(entries.get(key(desiredRule)), ip, times));
        }
    }

    private void claim(Entry entry, String address, int times) {
        boolean was = !entry.claims().isEmpty();
        int before = entry.claims().size();
        entry.claims().merge(address, times, (one, two) -> one + two == 0 ? null : one + two);
        boolean is = !entry.claims().isEmpty();
        int rules = entry.stays() || was == is ? 0 : is ? 1 : -1;
        count = count.plus(rules, rules * entry.sources(), entry.claims().size() - before);
    }

    private static String key(DesiredSecurityRules.DesiredRule desiredRule) {
        return SecurityRule.key(desiredRule.rule().name());
    }
}
