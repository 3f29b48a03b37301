package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.securitygroup.SecurityGroupUsage.Count;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Finds the Services whose rules exceed the limits of the security group. Existing rules are never removed to make room: Services that only
 * release destinations come first, then each gets what it requests in order of age, as long as it fits. {@code holdings}: the destinations
 * of a Service before this plan.
 */
record SecurityGroupLimits(String group, SecurityGroup state, Function<ServiceSpec, HeldDestinations> holdings) {
    /** Azure's limits for one group: rules, and address prefixes of all rules, separately for each side. */
    static final Count MAX = new Count(AzureLimits.SECURITY_RULES, AzureLimits.SECURITY_PREFIXES,
            AzureLimits.SECURITY_PREFIXES);

    /** The refused Services, by UID; empty if everything fits. */
    Map<String, Refusal> refusals(DesiredSecurityRules desiredRules) {
        if (excess(atMost(desiredRules), new Count(0, 0, 0)).isEmpty())
            return Map.of();
        SecurityGroupUsage all = new SecurityGroupUsage(state, desiredRules.desiredRules());
        all.keep(desiredRules.kept());
        all.add(desiredRules.desiredRules());
        return excess(all.count(), new Count(0, 0, 0)).isEmpty() ? Map.of() : new Fitting(desiredRules).refusals();
    }

    /** An upper bound, as if no existing entry were requested again: computed at once, and mostly far below the limits. */
    private Count atMost(DesiredSecurityRules desiredRules) {
        Count count = new Count(state.rules().size(), 0, 0);
        for (SecurityGroup.Rule rule : state.rules()) {
            count = count.plus(0, rule.sources().size(), rule.destinations().size());
        }
        Set<String> names = new HashSet<>();
        int sources = 0;
        int destinations = 0;
        for (DesiredSecurityRules.DesiredRule desiredRule : desiredRules.desiredRules()) {
            SecurityRule rule = desiredRule.rule();
            if (names.add(rule.name()))
                sources += rule.sources().size();
            destinations += rule.destinations().size();
        }
        return count.plus(names.size(), sources, destinations);
    }

    /** Which limit is exceeded, in Azure's words; empty if none is, or not by more than {@code before}. */
    private static String excess(Count count, Count before) {
        if (count.rules() > MAX.rules() && count.rules() > before.rules())
            return "rules (" + count.rules() + " > " + MAX.rules() + ")";
        if (count.sources() > MAX.sources() && count.sources() > before.sources())
            return "source IP addresses (" + count.sources() + " > " + MAX.sources() + ")";
        if (count.destinations() > MAX.destinations() && count.destinations() > before.destinations())
            return "destination IP addresses (" + count.destinations() + " > " + MAX.destinations() + ")";
        return "";
    }

    /** Admits the requests of Services one by one; until then each keeps what it has. */
    private final class Fitting {
        private final Map<String, ServiceSpec> services = new LinkedHashMap<>();
        private final Map<String, List<DesiredSecurityRules.DesiredRule>> desiredRules = new HashMap<>();
        private final Map<String, HeldDestinations> held = new HashMap<>();
        private final Map<String, String> excess = new HashMap<>();
        private final SecurityGroupUsage ledger;

        Fitting(DesiredSecurityRules all) {
            ledger = new SecurityGroupUsage(state, all.desiredRules());
            ledger.keep(all.kept());
            for (DesiredSecurityRules.DesiredRule desiredRule : all.desiredRules()) {
                services.put(desiredRule.service().uid(), desiredRule.service());
                desiredRules.computeIfAbsent(desiredRule.service().uid(), uid -> new ArrayList<>()).add(desiredRule);
            }
            services.forEach((uid, service) -> {
                held.put(uid, holdings.apply(service));
                ledger.hold(held.get(uid));
            });
        }

        Map<String, Refusal> refusals() {
            List<String> open = new ArrayList<>(services.keySet());
            open.removeIf(uid -> gets(uid, Fitting::isNoMore));
            BiPredicate<Count, Count> fits = (after, before) -> excess(after, before).isEmpty();
            while (open.removeIf(uid -> gets(uid, fits))) {
                // Released entries may make room for a Service that did not fit before.
            }
            Map<String, Refusal> refusals = new LinkedHashMap<>();
            open.forEach(uid -> refusals.put(uid, new Refusal("SecurityGroupFull", services.get(uid).subject(),
                    "with the rules of this Service network security group \"" + group
                            + "\" exceeds the maximum number of " + excess.get(uid)
                            + ": allow fewer or wider ranges, or make room in the group"
                            + narrower(services.get(uid)))));
            return refusals;
        }

        /** The way out for a Service whose rules name every node. */
        private static String narrower(ServiceSpec service) {
            return service.traffic().floatingIp() || !service.access().destinations().isEmpty()
                    ? ""
                    : "; without floating IP every node is a destination: set annotation "
                            + ServiceAnnotation.DESTINATION_RANGES.key() + " to the range of the nodes' subnet";
        }

        private boolean gets(String uid, BiPredicate<Count, Count> allowed) {
            Count before = ledger.count();
            ledger.add(desiredRules.get(uid));
            ledger.letGo(held.get(uid));
            if (allowed.test(ledger.count(), before))
                return true;
            excess.put(uid, excess(ledger.count(), before));
            ledger.hold(held.get(uid));
            ledger.remove(desiredRules.get(uid));
            return false;
        }

        private static boolean isNoMore(Count after, Count before) {
            return after.rules() <= before.rules() && after.sources() <= before.sources()
                    && after.destinations() <= before.destinations();
        }
    }
}
