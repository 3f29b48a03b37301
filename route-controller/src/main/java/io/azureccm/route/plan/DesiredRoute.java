package io.azureccm.route.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.spec.NodeFacts;
import java.util.Optional;

/** A route that a node should have; the next hop is empty while no address of its family is known. */
record DesiredRoute(NodeFacts node, String podCidr, Cidr range, RouteName name, Optional<String> nextHop) {
    /** An address of the Node takes precedence over those of its machine. */
    static DesiredRoute of(NodeFacts node, String podCidr, Cidr range, Optional<MachineAddresses> machine) {
        Optional<String> nextHop = node.address(range.ipv6())
                .or(() -> machine.flatMap(known -> NodeFacts.firstOf(known.addresses(), range.ipv6())));
        return new DesiredRoute(node, podCidr, range, RouteName.of(node.name(), podCidr), nextHop);
    }

    String family() {
        return range.ipv6() ? "IPv6" : "IPv4";
    }

    Refusal refused(String code, String message) {
        return new Refusal(code, node.name(), "pod CIDR " + podCidr + ": " + message);

    }
}
