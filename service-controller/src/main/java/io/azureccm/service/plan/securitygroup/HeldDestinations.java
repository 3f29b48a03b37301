package io.azureccm.service.plan.securitygroup;

import io.azureccm.service.model.SecurityGroup.Rule;
import java.util.Collections;
import java.util.Set;

/**
 * Destinations of a Service in the security group from earlier writes, in rules for its ports. Other rules with the same destinations
 * belong to Services that share the address or the nodes. {@code anyPort}: its ports are unknown.
 */
record HeldDestinations(Set<String> addresses, Set<String> ports, boolean anyPort) {
    static final HeldDestinations NOTHING = new HeldDestinations(Set.of(), Set.of(), false);

    boolean covers(Rule rule) {
        return anyPort || !Collections.disjoint(ports, rule.ports())
                || rule.ports().stream().anyMatch(port -> !port.chars().allMatch(Character::isDigit));
    }
}
