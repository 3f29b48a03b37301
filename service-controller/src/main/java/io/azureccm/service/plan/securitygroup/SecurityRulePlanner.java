package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TransportProtocol;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Translates the access settings of each Service to rules of the security group. */
final class SecurityRulePlanner {
    /** The port of a load-balancing rule for all ports. */
    private static final String EVERY_PORT = "0";

    private final Placement placement;
    private final KnownAddresses addresses;
    private final BackendAddresses backends;
    private final ServiceDecisions known;
    private final PlanMemory memory;
    private Set<String> nodeIps;

    /** The rules of one Service. */
    private record Rules(List<SecurityRule> rules) {}

    SecurityRulePlanner(Placement placement, ServiceDecisions known, KnownAddresses addresses,
            BackendAddresses backends, PlanMemory memory) {
        this.placement = placement;
        this.known = known;
        this.addresses = addresses;
        this.backends = backends;
        this.memory = memory;
    }

    private Set<String> nodeIps() {
        if (nodeIps == null) {
            nodeIps = new TreeSet<>();
            known.cluster().nodes().forEach(node -> nodeIps.addAll(node.internalIps()));
        }
        return nodeIps;
    }

    DesiredSecurityRules plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        List<DesiredSecurityRules.DesiredRule> desiredRules = new ArrayList<>();
        List<HeldDestinations> held = new ArrayList<>();
        List<DesiredSecurityRules.User> users = new ArrayList<>();
        Set<String> awaits = new TreeSet<>();
        for (ServiceSpec service : services.all()) {
            List<FrontendModel> own = frontends.get(service.uid());
            if (service.wanted()
                    ? own == null || !services.plans(service, Stage.ACCESS)
                    : !services.removes(service, Stage.ACCESS)) {
                held.add(holding(service));
                continue;
            }
            List<SecurityRule> rules = service.wanted() && !service.access().disabled()
                    ? memory.of(Rules.class, service.uid(), () -> new Rules(rules(service, own)), service, own,
                            backends(service, own), known.additionalIps(service)).rules()
                    : List.of();
            rules.forEach(rule -> desiredRules.add(new DesiredSecurityRules.DesiredRule(service, rule)));
            if (!rules.isEmpty() && service.traffic().floatingIp())
                own.stream()
                        .filter(frontend -> frontend.address().isEmpty())
                        .forEach(frontend -> awaits.add("address of " + frontend.addressSource()));
            boolean anyRules = !rules.isEmpty();
            users.add(new DesiredSecurityRules.User(service,
                    () -> anyRules ? addresses.of(service) : holding(service).addresses()));
        }
        DesiredSecurityRules.Users known = new DesiredSecurityRules.Users(users);
        return new DesiredSecurityRules(desiredRules, DesiredSecurityRules.Kept.of(addresses.ofOthers(), held,
                address -> !addresses.areComplete() && known.of(address).isEmpty()), known, awaits);
    }

    /** The current destinations of a Service in the group from an earlier write; none if it was never served. */
    HeldDestinations holding(ServiceSpec service) {
        Set<String> destinations = addresses.of(service);
        Set<String> ports = new TreeSet<>(addresses.ports(service));
        if (destinations.isEmpty() && ports.isEmpty())
            return HeldDestinations.NOTHING;
        boolean everyPort = ports.contains(EVERY_PORT);
        destinations.addAll(known.additionalIps(service));
        if (!service.traffic().floatingIp() || addresses.arrivesAtNodes(service))
            destinations.addAll(nodeIps());
        service.traffic().ports().forEach(port -> {
            ports.add(String.valueOf(port.port()));
            ports.add(String.valueOf(port.nodePort()));
        });
        return new HeldDestinations(destinations, ports, everyPort);
    }

    /** Placeholder for an address that Azure has yet to allocate. */
    static String unknownAddress(FrontendModel frontend) {
        return "<address of " + frontend.addressSource() + ">";
    }

    /** The destinations of packets that do not arrive at the frontend's own address. */
    private List<Set<String>> backends(ServiceSpec service, List<FrontendModel> frontends) {
        if (service.traffic().floatingIp())
            return List.of();
        List<Set<String>> all = new ArrayList<>();
        frontends.forEach(frontend -> all
                .add(backends.of(placement.pool(service, frontend.family()), frontend.family())));
        return all;
    }

    private List<SecurityRule> rules(ServiceSpec service, List<FrontendModel> frontends) {
        Map<IpFamily, Set<String>> destinations = new EnumMap<>(IpFamily.class);
        for (IpFamily family : IpFamily.values()) {
            Set<String> ofFamily = destinations(service, frontends, family);
            if (!ofFamily.isEmpty())
                destinations.put(family, ofFamily);
        }
        List<SecurityRule> rules = new ArrayList<>();
        for (TransportProtocol protocol : TransportProtocol.values()) {
            List<Integer> ports = service.traffic()
                    .ports()
                    .stream()
                    .filter(port -> port.protocol() == protocol)
                    .map(port -> port(service, port))
                    .toList();
            if (ports.isEmpty())
                continue;
            destinations.forEach((family, ips) -> sources(service, family)
                    .forEach(sources -> rules.add(SecurityRule.allow(family, protocol.securityProtocol(), sources,
                            ports, ips))));
        }
        if (service.access().denyAll())
            destinations.forEach((family, ips) -> rules.add(SecurityRule.denyAll(family, ips)));
        return rules;
    }

    /** The sources of each rule: every service tag by itself, then all ranges of the family. */
    private static List<List<String>> sources(ServiceSpec service, IpFamily family) {
        List<List<String>> sources = new ArrayList<>();
        service.access().serviceTags().forEach(tag -> sources.add(List.of(tag)));
        List<String> ranges = service.access()
                .ranges()
                .stream()
                .filter(range -> IpFamily.of(range) == family)
                .map(Cidr::toString)
                .toList();
        if (!ranges.isEmpty())
            sources.add(ranges);
        return sources;
    }

    private static int port(ServiceSpec service, PortSpec port) {
        return service.traffic().floatingIp() ? port.port() : port.nodePort();
    }

    /** The destinations of packets of this Service: the frontend's own address, or the nodes if floating IP is off. */
    private Set<String> destinations(ServiceSpec service, List<FrontendModel> frontends, IpFamily family) {
        Set<String> destinations = new TreeSet<>();
        known.additionalIps(service).stream().filter(ip -> IpFamily.of(ip) == family).forEach(destinations::add);
        for (FrontendModel frontend : frontends) {
            if (frontend.family() != family)
                continue;
            if (service.traffic().floatingIp()) {
                destinations.add(frontend.address().orElse(unknownAddress(frontend)));
            } else {
                destinations.addAll(backends.of(placement.pool(service, family), family));
            }
        }
        return destinations;
    }
}
