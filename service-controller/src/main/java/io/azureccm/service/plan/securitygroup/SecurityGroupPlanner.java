package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.drift.DriftCauses;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityGroup.Rule;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.SameInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the managed rules of the security group as a function of all Services. A rule never changes its priority; a new one gets the lowest
 * free priority (deny rules the highest), and priorities of rules that the same write removes are not free yet. Destinations that no
 * Service has any more are removed; unmanaged rules are never modified.
 */
public final class SecurityGroupPlanner {
    /**
     * The desired group, the cause of each changed rule, the Services that depend on the write, those of them to which it grants access that
     * they do not have, and the addresses in it that Azure has yet to allocate.
     */
    public record SecurityPlan(SecurityGroup desired, Map<String, Cause> causes, Set<String> subjects,
            Set<String> widened, Set<String> awaits) {}

    /** A rule with all its destinations, and the destinations requested by each Service. */
    private record Wanted(SecurityRule rule, Set<String> destinations,
            List<DesiredSecurityRules.DesiredRule> desiredRules) {
        /** The Services that request destinations other than {@code there}. */
        Set<String> subjects(Set<String> there) {
            Set<String> subjects = new TreeSet<>();
            desiredRules.stream()
                    .filter(desiredRule -> !there.containsAll(desiredRule.rule().destinations()))
                    .forEach(desiredRule -> subjects.add(desiredRule.service().subject()));
            return subjects;
        }

        /** Those of the Services to which the rule grants access that they do not have. */
        Set<String> widened(Set<String> services, ExistingAccess existing) {
            Set<String> widened = new TreeSet<>();
            for (DesiredSecurityRules.DesiredRule each : desiredRules) {
                String subject = each.service().subject();
                if (services.contains(subject) && !widened.contains(subject)
                        && !existing.covers(each.rule(), each.rule().destinations()))
                    widened.add(subject);
            }
            return widened;
        }
    }

    private static final int MAX_NAMES = 3;

    private final PlannerSettings settings;
    private final SecurityGroup observed;
    private final PlanMemory memory;
    private final Map<Integer, Integer> priorities;
    private final Map<String, Cause> causes = new HashMap<>();
    private final Set<String> subjects = new TreeSet<>();
    private final Set<String> widened = new TreeSet<>();
    private final ExistingAccess existing;

    SecurityGroupPlanner(PlannerSettings settings, SecurityGroup observed, PlanMemory memory) {
        this.memory = memory;
        this.settings = settings;
        this.observed = observed;
        this.priorities = observed.priorities();
        this.existing = new ExistingAccess(observed);
    }

    SecurityPlan plan(DesiredSecurityRules desiredRules) {
        Map<String, Wanted> open = wanted(desiredRules);
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : observed.rules()) {
            Wanted wanted = open.remove(rule.key());
            if (!rule.managed()) {
                rules.add(rule);
                continue;
            }
            if (wanted != null && wanted.destinations().equals(rule.destinations()) && matches(rule, wanted.rule())) {
                rules.add(rule);
                continue;
            }
            TreeSet<String> destinations = new TreeSet<>(rule.destinations());
            destinations.removeIf(ip -> !desiredRules.kept().keeps(rule, ip));
            if (wanted != null)
                destinations.addAll(wanted.destinations());
            dropCovered(destinations);
            Rule next = next(rule, wanted, destinations);
            if (next != null)
                rules.add(next);
            if (next != rule)
                explain(rule, wanted, destinations, desiredRules);
        }
        for (Wanted wanted : open.values()) {
            rules.add(wanted.rule()
                    .to(wanted.destinations())
                    .at(free(wanted.rule().allow()), wanted.rule().name()));
            Set<String> comers = wanted.subjects(Set.of());
            subjects.addAll(comers);
            widened.addAll(wanted.widened(comers, existing));
            causes.put(SecurityRule.key(wanted.rule().name()), accessWanted(comers));
        }
        return new SecurityPlan(observed.with(rules, settings.tagged(observed.tags())), causes, subjects, widened,
                desiredRules.awaits());
    }

    private static Map<String, Wanted> wanted(DesiredSecurityRules desiredRules) {
        Map<String, Wanted> wanted = new LinkedHashMap<>();
        for (DesiredSecurityRules.DesiredRule desiredRule : desiredRules.desiredRules()) {
            Wanted rule = wanted.computeIfAbsent(desiredRule.rule().name(),
                    name -> new Wanted(desiredRule.rule(), new TreeSet<>(), new ArrayList<>()));
            rule.destinations().addAll(desiredRule.rule().destinations());
            rule.desiredRules().add(desiredRule);
        }
        Map<String, Wanted> byKey = new LinkedHashMap<>();
        wanted.forEach((name, rule) -> {
            dropCovered(rule.destinations());
            byKey.put(SecurityRule.key(name), rule);
        });
        return byKey;
    }

    /** Azure accepts no rule in which one prefix contains another, and Services that share a rule may name such ranges. */
    private static void dropCovered(Set<String> destinations) {
        List<Cidr> ranges = destinations.stream().flatMap(each -> Cidr.parse(each).stream()).toList();
        if (!ranges.isEmpty())
            destinations.removeIf(each -> ranges.stream()
                    .anyMatch(range -> range.contains(each)
                            || Cidr.parse(each)
                                    .filter(other -> range.contains(other) && !range.equals(other))
                                    .isPresent()));
    }

    private boolean matches(Rule rule, SecurityRule wanted) {
        return memory.of(Boolean.class, rule.key(), () -> rule.matches(wanted), new SameInstance(rule), wanted);
    }

    /** The rule with updated destinations; null if none is left. */
    private Rule next(Rule rule, Wanted wanted, Set<String> destinations) {
        if (destinations.isEmpty() && !rule.hasApplicationGroups())
            return null;
        boolean saysSame = wanted == null || rule.matches(wanted.rule());
        if (destinations.equals(rule.destinations()) && saysSame)
            return rule;
        if (!saysSame) {
            // A rule whose direction was changed may have the priority of another rule in this direction.
            int priority = priorities.get(rule.priority()) == 1 ? rule.priority() : free(wanted.rule().allow());
            return wanted.rule().to(destinations).at(priority, rule.name());
        }
        return rule.withDestinations(destinations);
    }

    /** Records the cause of a rule change and its Services: those that are added, those that are removed, or all of the rule. */
    private void explain(Rule rule, Wanted wanted, Set<String> destinations, DesiredSecurityRules desiredRules) {
        boolean restored = wanted != null && !rule.matches(wanted.rule());
        Set<String> comers = wanted == null ? Set.of() : wanted.subjects(restored ? Set.of() : rule.destinations());
        subjects.addAll(comers);
        if (wanted != null)
            widened.addAll(wanted.widened(comers, existing));
        Set<String> gone = new TreeSet<>(rule.destinations());
        gone.removeAll(destinations);
        Set<String> all = gone.isEmpty() || wanted == null ? Set.of() : wanted.subjects(Set.of());
        Set<String> leavers = new TreeSet<>();
        gone.forEach(address -> leavers.addAll(desiredRules.users().of(address).orElse(all)));
        subjects.addAll(leavers);
        if (rule.denies())
            widened.addAll(leavers);
        causes.put(rule.key(), restored
                ? new Cause(DriftCauses.DRIFT, named(comers))
                : comers.isEmpty()
                        ? Cause.of(destinations.isEmpty() ? "AddressReleased" : "DestinationsChanged")
                        : accessWanted(comers));
    }

    private static Cause accessWanted(Set<String> subjects) {
        return new Cause("AccessWanted", named(subjects));
    }

    /** Many Services may share a rule, so only a few names are listed. */
    private static String named(Set<String> subjects) {
        return PrintableText.first(MAX_NAMES, subjects, ",");
    }

    private int free(boolean lowest) {
        int priority = lowest ? SecurityRule.MIN_PRIORITY : SecurityRule.MAX_PRIORITY - 1;
        while (priorities.containsKey(priority)) {
            priority += lowest ? 1 : -1;
        }
        priorities.put(priority, 1);
        return priority;
    }
}
