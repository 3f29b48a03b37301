package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityRule;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.TransportProtocol;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
    private final Set<String> ranges;
    private final ServiceDecisions known;
    private final PlanMemory memory;
    private final boolean anyDestinations;
    private final boolean allKnown;
    private final List<HeldDestinations> unseen;
    private NamedDestinations named;
    private Set<String> nodeIps;

    /** The rules of one Service. */
    private record Rules(List<SecurityRule> rules) {}

    /**
     * {@code ranges}: the destinations of managed rules that are ranges; nothing but the ports of a rule tells whose they are.
     */
    SecurityRulePlanner(PlannerSettings settings, Placement placement, ServiceDecisions known, KnownAddresses addresses,
            BackendAddresses backends, Set<String> ranges, PlanMemory memory) {
        this.placement = placement;
        this.known = known;
        this.addresses = addresses;
        this.backends = backends;
        this.ranges = ranges;
        this.anyDestinations = settings.tenants().additionalAddresses() == AdditionalAddresses.ANY;
        // Another controller may have written an address after the load balancers were read, and before it is in a status.
        this.allKnown = addresses.areComplete() && !settings.beside();
        this.unseen = known.cluster()
                .elsewhere()
                .stream()
                .filter(service -> addresses.of(service).isEmpty())
                .map(service -> new HeldDestinations(Set.of(), ports(service), false))
                .toList();
        this.memory = memory;
    }

    private Set<String> nodeIps() {
        if (nodeIps == null) {
            nodeIps = new TreeSet<>();
            known.cluster().nodes().forEach(node -> nodeIps.addAll(node.internalIps()));
        }
        return nodeIps;
    }

    /** The notices of the last plan about the destinations that Services name. */
    Map<ServiceSpec, Notice> notices() {
        return named.notices();
    }

    DesiredSecurityRules plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        List<DesiredSecurityRules.DesiredRule> desiredRules = new ArrayList<>();
        List<HeldDestinations> held = new ArrayList<>();
        List<DesiredSecurityRules.User> users = new ArrayList<>();
        Set<String> awaits = new TreeSet<>();
        named = new NamedDestinations(addresses, services.all(), frontends, anyDestinations, new LinkedHashMap<>());
        for (ServiceSpec service : services.all()) {
            List<FrontendModel> own = frontends.get(service.uid());
            if (service.wanted()
                    ? own == null || !services.plans(service, Stage.ACCESS)
                    : !services.removes(service, Stage.ACCESS)) {
                held.add(holding(service));
                continue;
            }
            List<SecurityRule> rules = List.of();
            if (service.wanted() && !service.access().disabled()) {
                List<Cidr> destinations = named.of(service);
                Map<IpFamily, Set<String>> backends = backends(service, own);
                rules = memory.of(Rules.class, service.uid(),
                        () -> new Rules(rules(service, own, destinations)), service, own,
                        backends, known.additionalIps(service), destinations).rules();
                named.checkNodes(service, destinations, backends);
            }
            rules.forEach(rule -> desiredRules.add(new DesiredSecurityRules.DesiredRule(service, rule)));
            if (!rules.isEmpty() && service.traffic().floatingIp())
                own.stream()
                        .filter(frontend -> frontend.address().isEmpty())
                        .forEach(frontend -> awaits.add("address of " + frontend.addressSource()));
            boolean anyRules = !rules.isEmpty();
            users.add(new DesiredSecurityRules.User(service,
                    () -> anyRules ? addresses.of(service) : holding(service).addresses()));
        }
        services.cluster().elsewhere().forEach(service -> held.add(holding(service)));
        DesiredSecurityRules.Users wanting = new DesiredSecurityRules.Users(users);
        return new DesiredSecurityRules(desiredRules, DesiredSecurityRules.Kept.of(addresses.ofOthers(), held,
                (rule, address) -> mayBeOfUnknown(rule) && wanting.of(address).isEmpty()), wanting, awaits);
    }

    private boolean mayBeOfUnknown(SecurityGroup.Rule rule) {
        return !allKnown || unseen.stream().anyMatch(service -> service.covers(rule));
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
            addAtNodes(service, destinations);
        ports.addAll(ports(service));
        return new HeldDestinations(destinations, ports, everyPort);
    }

    /** The ports that its rules may have. */
    private static Set<String> ports(ServiceSpec service) {
        Set<String> ports = new TreeSet<>();
        service.traffic().ports().forEach(port -> {
            ports.add(String.valueOf(port.port()));
            ports.add(String.valueOf(port.nodePort()));
        });
        return ports;
    }

    private void addAtNodes(ServiceSpec service, Set<String> destinations) {
        destinations.addAll(nodeIps());
        ranges.stream()
                .filter(text -> Cidr.parse(text).filter(range -> named.opened(service, range).isEmpty()).isPresent())
                .forEach(destinations::add);
    }

    /** Placeholder for an address that Azure has yet to allocate. */
    static String unknownAddress(FrontendModel frontend) {
        return "<address of " + frontend.addressSource() + ">";
    }

    /** By family, the destinations of packets that do not arrive at the frontend's own address. */
    private Map<IpFamily, Set<String>> backends(ServiceSpec service, List<FrontendModel> frontends) {
        if (service.traffic().floatingIp())
            return Map.of();
        Map<IpFamily, Set<String>> all = new EnumMap<>(IpFamily.class);
        frontends.forEach(frontend -> all.put(frontend.family(),
                backends.of(placement.pool(service, frontend.family()), frontend.family())));
        return all;
    }

    private List<SecurityRule> rules(ServiceSpec service, List<FrontendModel> frontends, List<Cidr> named) {
        Map<IpFamily, Set<String>> destinations = destinations(service, frontends, named);
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
        // Whoever names destinations opens ports of theirs; to deny everything else there would close the ports of others.
        if (service.access().denyAll())
            destinations(service, frontends, List.of())
                    .forEach((family, ips) -> rules.add(SecurityRule.denyAll(family, ips)));
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

    /** By family; {@code named}: the ranges in place of nodes. */
    private Map<IpFamily, Set<String>> destinations(ServiceSpec service, List<FrontendModel> frontends,
            List<Cidr> named) {
        Map<IpFamily, Set<String>> destinations = new EnumMap<>(IpFamily.class);
        for (IpFamily family : IpFamily.values()) {
            Set<String> ofFamily = destinations(service, frontends, family,
                    named.stream().filter(range -> IpFamily.of(range) == family).toList());
            if (!ofFamily.isEmpty())
                destinations.put(family, ofFamily);
        }
        return destinations;
    }

    /** The destinations of packets of this Service: the frontend's own address, or the nodes if floating IP is off. */
    private Set<String> destinations(ServiceSpec service, List<FrontendModel> frontends, IpFamily family,
            List<Cidr> named) {
        Set<String> destinations = new TreeSet<>();
        known.additionalIps(service).stream().filter(ip -> IpFamily.of(ip) == family).forEach(destinations::add);
        for (FrontendModel frontend : frontends) {
            if (frontend.family() != family)
                continue;
            if (service.traffic().floatingIp()) {
                destinations.add(frontend.address().orElse(unknownAddress(frontend)));
            } else if (!named.isEmpty()) {
                named.forEach(range -> destinations.add(range.toString()));
            } else {
                destinations.addAll(backends.of(placement.pool(service, family), family));
            }
        }
        return destinations;
    }
}
