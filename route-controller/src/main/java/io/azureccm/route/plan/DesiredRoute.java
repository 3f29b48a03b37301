package io.azureccm.route.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A route that a node should have; the next hop is empty while no address of its family is known that is in the virtual
 * network. {@code outside}: the first address, if none of them is in the virtual network.
 */
record DesiredRoute(NodeFacts node, String podCidr, Cidr range, RouteName name, Optional<String> nextHop,
        Optional<String> outside) {
    /** An address of the Node takes precedence over those of its machine. */
    static DesiredRoute of(NodeFacts node, String podCidr, Cidr range, ObservedState observed) {
        List<String> addresses = new ArrayList<>(node.addressesLike(range));
        Optional.ofNullable(observed.machines().get(node.name()))
                .ifPresent(machine -> addresses.addAll(NodeFacts.like(range, machine.addresses())));
        Optional<String> nextHop = addresses.stream()
                .filter(address -> observed.network().map(network -> network.mayContain(address)).orElse(true))
                .findFirst();
        return new DesiredRoute(node, podCidr, range, RouteName.of(node.name(), podCidr), nextHop,
                nextHop.isPresent() ? Optional.empty() : addresses.stream().findFirst());
    }

    String family() {
        return range.ipv6() ? "IPv6" : "IPv4";
    }

    Refusal refused(String code, String message) {
        return new Refusal(code, node.name(), "pod CIDR " + podCidr + ": " + message);

    }
}
