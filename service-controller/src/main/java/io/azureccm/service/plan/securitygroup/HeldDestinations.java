package io.azureccm.service.plan.securitygroup;

import io.azureccm.service.model.SecurityGroup.Rule;
import java.util.Collections;
import java.util.Set;

/**
 * What a Service has in the security group from earlier writes: destinations in rules for its ports. Other rules with the same
 * destinations belong to Services that share the address or the nodes. {@code anyPort}: its ports are not known.
 */
record HeldDestinations(Set<String> addresses, Set<String> ports, boolean anyPort) {
    static final HeldDestinations NOTHING = new HeldDestinations(Set.of(), Set.of(), false);

    boolean covers(Rule rule) {
        return anyPort || !Collections.disjoint(ports, rule.ports())
                || rule.ports().stream().anyMatch(port -> !port.chars().allMatch(Character::isDigit));
    }
}
