package io.azureccm.route.spec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * The facts of a node that matter to routes: its pod CIDRs as written in the Node, its internal addresses in their
 * order, its creation time (ISO 8601, "" if unknown), and its machine.
 */
public record NodeFacts(String name, String uid, String created, List<String> podCidrs, List<String> addresses,
        Provider provider, Care care) {
    /** Who manages the routes of a node. */
    public enum Care {
        /** This controller. */
        OURS,
        /** The node is labelled as not managed: it counts as connected, and its routes are not modified. */
        UNMANAGED,
        /** The node filter excludes it: nothing of it is modified. */
        LEFT_OUT,
        /** Its machine is not in Azure: it gets no route, and neither it nor existing routes of it are modified. */
        ELSEWHERE
    }

    /**
     * The providerID of a node, "" if it has none yet, and the machine in it, empty unless it is one of Azure.
     */
    public record Provider(String id, Optional<ArmId> machine) {
        public static final Provider NONE = new Provider("", Optional.empty());

        public static Provider of(String id) {
            return new Provider(id, ProviderId.machine(id));
        }

        boolean isElsewhere() {
            return !id.isEmpty() && !ProviderId.isAzure(id);
        }
    }

    public NodeFacts {
        podCidrs = List.copyOf(podCidrs);
        addresses = List.copyOf(addresses);
    }

    public Optional<ArmId> machine() {
        return provider.machine();
    }

    /** The internal addresses of the family of the range. */
    public List<String> addressesLike(Cidr range) {
        return like(range, addresses);
    }

    /** Those addresses that are of the family of the range. */
    public static List<String> like(Cidr range, List<String> addresses) {
        return addresses.stream()
                .filter(text -> IpAddress.parse(text).filter(address -> address.ipv6() == range.ipv6()).isPresent())
                .toList();

    }
}
