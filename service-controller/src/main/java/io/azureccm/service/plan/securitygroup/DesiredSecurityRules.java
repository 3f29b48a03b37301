package io.azureccm.service.plan.securitygroup;

import io.azureccm.service.model.SecurityGroup.Rule;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * What all Services require of the security group: their rules in order of age; destinations that stay although no Service requests them in
 * this plan; for each current or former address of a Service, the Services that depend on its rules; and the requested addresses that Azure
 * has yet to allocate.
 */
record DesiredSecurityRules(List<DesiredRule> desiredRules, Kept kept, Users users, Set<String> awaits) {
    /** A Service that depends on its rules, and its current and former addresses. */
    record User(ServiceSpec service, Supplier<Set<String>> addresses) {}

    /** The Services that depend on rules, by address; computed only when an address is removed. */
    static final class Users {
        private final List<User> all;
        private Map<String, Set<String>> byAddress;

        Users(List<User> all) {
            this.all = all;
        }

        /** By name; empty for an address that no Service has. */
        Optional<Set<String>> of(String address) {
            if (byAddress == null) {
                byAddress = new HashMap<>();
                for (User user : all) {
                    user.addresses()
                            .get()
                            .forEach(each -> byAddress.computeIfAbsent(each, key -> new TreeSet<>())
                                    .add(user.service().subject()));
                }
            }
            return Optional.ofNullable(byAddress.get(address));
        }
    }

    /** One rule that a Service requires. */
    record DesiredRule(ServiceSpec service, SecurityRule rule) {}

    /**
     * What stays: addresses of other clusters in any rule, and destinations held by Services that cannot be planned; {@code unknown}:
     * whoever has an address in a rule may be a load balancer or a public IP that cannot be read.
     */
    record Kept(Set<String> ofOthers, List<HeldDestinations> held, Map<String, List<HeldDestinations>> byAddress,
            BiPredicate<Rule, String> unknown) {
        static Kept of(Set<String> ofOthers, List<HeldDestinations> held, BiPredicate<Rule, String> unknown) {
            Map<String, List<HeldDestinations>> byAddress = new HashMap<>();
            held.forEach(holding -> holding.addresses()
                    .forEach(ip -> byAddress.computeIfAbsent(ip, key -> new ArrayList<>()).add(holding)));
            return new Kept(Set.copyOf(ofOthers), List.copyOf(held), byAddress, unknown);
        }

        boolean keeps(Rule rule, String destination) {
            return ofOthers.contains(destination) || unknown.test(rule, destination)
                    || byAddress.getOrDefault(destination, List.of())
                            .stream()
                            .anyMatch(holding -> holding.covers(rule));
        }
    }
}
