package io.azureccm.route.spec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * What routing needs to know of a node: its pod CIDRs as they are spelled on it, its internal addresses in their order, and
 * when it was created (ISO 8601, "" when unknown). {@code machine} is the id in its providerID, empty when there is none.
 */
public record NodeFacts(String name, String uid, String created, List<String> podCidrs, List<String> addresses,
        Optional<ArmId> machine, Care care) {
    /** Whose job the routes of a node are. */
    public enum Care {
        /** Ours. */
        OURS,
        /** The node is labelled as not managed: it counts as connected, its routes are left as they are. */
        UNMANAGED,
        /** The node filter leaves it out: nothing of it is touched. */
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

    /** The first address of the family among these. */
    public static Optional<String> firstOf(List<String> addresses, boolean ipv6) {
        return addresses.stream()
                .filter(text -> IpAddress.parse(text).filter(address -> address.ipv6() == ipv6).isPresent())
                .findFirst();

    }
}
