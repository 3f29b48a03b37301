package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TransportProtocol;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The ranges that Services without floating IP name as destinations in place of the addresses of their nodes. A range in which the node
 * ports of the Service lead to somebody else is not used: the rules name the nodes, and the user is told. {@code any}: it is used all
 * the same. {@code frontends}: those that are planned, by UID of the Service; {@code notices} gets what users of Services are told.
 */
record NamedDestinations(KnownAddresses addresses, List<ServiceSpec> services,
        Map<String, List<FrontendModel>> frontends, boolean any, Map<ServiceSpec, Notice> notices) {
    private static final int MAX_NODES = 3;

    /** The ranges that the rules of the Service name; empty for a family whose nodes they name. */
    List<Cidr> of(ServiceSpec service) {
        List<Cidr> used = service.access().destinations();
        if (used.isEmpty())
            return used;
        for (IpFamily family : IpFamily.values()) {
            Optional<String> opened = service.access()
                    .destinations(family)
                    .stream()
                    .flatMap(range -> opened(service, range).stream())
                    .findFirst();
            if (opened.isPresent()) {
                used = used.stream().filter(range -> IpFamily.of(range) != family).toList();
                warn(service, "DestinationsNotUsed", "is not used for " + family.azureName() + ", and rules name the"
                        + " nodes: " + opened.get() + ". Name ranges without that address, or use another node port");
            }
        }
        return used;
    }

    /** Whose address the rules of the Service would open by naming the range. */
    Optional<String> opened(ServiceSpec service, Cidr range) {
        if (any)
            return Optional.empty();
        for (ServiceSpec other : services) {
            if (other.uid().equals(service.uid()) || !meet(service, other))
                continue;
            Optional<String> address = addresses(other).stream().filter(range::contains).findFirst();
            if (address.isPresent())
                return Optional.of(range + " contains " + address.get() + ", the address of "
                        + (other.key().namespace().equals(service.key().namespace())
                                ? "Service " + other.subject()
                                : "another Service")
                        + ", which serves a node port of this one");
        }
        return addresses.ofOthers()
                .stream()
                .filter(range::contains)
                .findFirst()
                .map(address -> range + " contains " + address + ", an address of another cluster");
    }

    private Set<String> addresses(ServiceSpec service) {
        Set<String> all = addresses.of(service);
        frontends.getOrDefault(service.uid(), List.of()).forEach(frontend -> frontend.address().ifPresent(all::add));
        return all;
    }

    /** Whether a packet to a node port of the one may be served at the frontend of the other; without floating IP none arrives there. */
    private static boolean meet(ServiceSpec one, ServiceSpec other) {
        return other.traffic().floatingIp() && (other.traffic().highAvailabilityPorts() || one.traffic()
                .ports()
                .stream()
                .anyMatch(port -> other.traffic().ports().stream().anyMatch(each -> meet(port, each))));
    }

    private static boolean meet(PortSpec nodePort, PortSpec port) {
        return nodePort.nodePort() == port.port() && (nodePort.protocol() == port.protocol()
                || nodePort.protocol() == TransportProtocol.SCTP);
    }

    /** {@code nodes}: the addresses behind the Service; those of a family that is not {@code used} are named themselves. */
    void checkNodes(ServiceSpec service, List<Cidr> used, Map<IpFamily, Set<String>> nodes) {
        if (used.isEmpty())
            return;
        Set<String> left = new TreeSet<>();
        used.forEach(range -> left.addAll(nodes.getOrDefault(IpFamily.of(range), Set.of())));
        left.removeIf(address -> used.stream().anyMatch(range -> range.contains(address)));
        if (!left.isEmpty())
            warn(service, "NodesOutsideDestinations",
                    "leaves out nodes of the pool, and the security group drops traffic"
                            + " to them: " + left.stream().limit(MAX_NODES).collect(Collectors.joining(", "))
                            + (left.size() > MAX_NODES ? " and others" : "")
                            + ". Add the ranges of their subnets, or remove the annotation");
    }

    private void warn(ServiceSpec service, String reason, String message) {
        notices.put(service, Notice.warning(Notice.Source.AZURE, reason,
                "annotation " + ServiceAnnotation.DESTINATION_RANGES.key() + " " + message).alsoInCondition());
    }
}
