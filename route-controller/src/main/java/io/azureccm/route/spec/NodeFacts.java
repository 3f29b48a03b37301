package io.azureccm.route.spec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * The facts of a node that matter to routes: its pod CIDRs as written in the Node, its internal addresses in their
 * order, and its creation time (ISO 8601, "" if unknown). {@code machine} is the resource ID in its providerID, empty
 * if there is none.
 */
public record NodeFacts(String name, String uid, String created, List<String> podCidrs, List<String> addresses,
        Optional<ArmId> machine, Care care) {
    /** Who manages the routes of a node. */
    public enum Care {
        /** This controller. */
        OURS,
        /** The node is labelled as not managed: it counts as connected, and its routes are not modified. */
        UNMANAGED,
        /** The node filter excludes it: nothing of it is modified. */
        LEFT_OUT
    }

    public NodeFacts {
        podCidrs = List.copyOf(podCidrs);
        addresses = List.copyOf(addresses);
    }

    /** The first internal address of the family. */
    public Optional<String> address(boolean ipv6) {
        return firstOf(addresses, ipv6);
    }

    /** The first address of the family in the list. */
    public static Optional<String> firstOf(List<String> addresses, boolean ipv6) {
        return addresses.stream()
                .filter(text -> IpAddress.parse(text).filter(address -> address.ipv6() == ipv6).isPresent())
                .findFirst();

    }
}
