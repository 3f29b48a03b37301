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
import java.util.function.Supplier;

/**
 * What all Services together ask of the security group: their rules in order of age; destinations that stay although nobody asks
 * for them in this plan; for each address that a Service has or had, the Services that depend on its rules; and the addresses
 * asked for that Azure has yet to allocate.
 */
record DesiredSecurityRules(List<DesiredRule> desiredRules, Kept kept, Users users, Set<String> awaits) {
    /** A Service that depends on its rules, and the addresses that it has or had. */
    record User(ServiceSpec service, Supplier<Set<String>> addresses) {}

    /** The Services that depend on rules, by address; looked up only when an address goes. */
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

    /** One rule that a Service needs. */
    record DesiredRule(ServiceSpec service, SecurityRule rule) {}

    /** What stays: addresses of other clusters in whatever rule, and what Services hold that cannot be planned. */
    record Kept(Set<String> ofOthers, List<HeldDestinations> held, Map<String, List<HeldDestinations>> byAddress) {
        static Kept of(Set<String> ofOthers, List<HeldDestinations> held) {
            Map<String, List<HeldDestinations>> byAddress = new HashMap<>();
            held.forEach(holding -> holding.addresses()
                    .forEach(ip -> byAddress.computeIfAbsent(ip, key -> new ArrayList<>()).add(holding)));
            return new Kept(Set.copyOf(ofOthers), List.copyOf(held), byAddress);
        }

        boolean keeps(Rule rule, String destination) {
            return ofOthers.contains(destination)
                    || byAddress.getOrDefault(destination, List.of())
                            .stream()
                            .anyMatch(holding -> holding.covers(rule));
        }
    }
}
