package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.Cidr;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.NodeFacts;
import io.azureccm.service.intent.PortIntent;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.intent.TransportProtocol;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.SecurityRuleModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns the access that each Service wants into rules of the security group. */
final class AccessPlanner {
    private final PlannerSettings settings;
    private final Estate estate;
    private final List<NodeFacts> nodes;
    private final PoolMembers members;

    AccessPlanner(PlannerSettings settings, Estate estate, List<NodeFacts> nodes, PoolMembers members) {
        this.settings = settings;
        this.estate = estate;
        this.nodes = nodes;
        this.members = members;
    }

    AccessWishes plan(List<ServiceIntent> services, Map<ServiceIntent, List<FrontendModel>> frontends) {
        List<AccessWishes.Wish> wishes = new ArrayList<>();
        Set<String> keep = new TreeSet<>(addressesOfOtherClusters());
        Map<String, String> leaving = new TreeMap<>();
        for (ServiceIntent service : services) {
            if (!service.wanted()) {
                observedAddresses(service).forEach(address -> leaving.put(address, service.subject()));
            } else if (!service.plans(Stage.ACCESS) || !frontends.containsKey(service)) {
                keep.addAll(observedAddresses(service));
                keep.addAll(service.address().additionalIps());
                if (!service.traffic().floatingIp() || arrivesAtNodes(service))
                    nodes.forEach(node -> keep.addAll(node.internalIps()));
            } else if (!service.access().disabled()) {
                rules(service, frontends.get(service))
                        .forEach(rule -> wishes.add(new AccessWishes.Wish(service, rule)));
            }
        }
        return new AccessWishes(wishes, keep, leaving);
    }

    /** Stands for an address that Azure has yet to allocate. */
    static String unknownAddress(FrontendModel frontend) {
        return "<address of " + frontend.addressSource() + ">";
    }

    private List<SecurityRuleModel> rules(ServiceIntent service, List<FrontendModel> frontends) {
        Map<IpFamily, Set<String>> destinations = new TreeMap<>();
        for (IpFamily family : IpFamily.values()) {
            destinations.put(family, destinations(service, frontends, family));
        }
        List<SecurityRuleModel> rules = new ArrayList<>();
        for (TransportProtocol protocol : TransportProtocol.values()) {
            List<Integer> ports = service.traffic()
                    .ports()
                    .stream()
                    .filter(port -> port.protocol() == protocol)
                    .map(port -> port(service, port))
                    .toList();
            if (ports.isEmpty())
                continue;
            destinations.forEach((family, addresses) -> {
                if (!addresses.isEmpty())
                    allow(service, family, protocol, ports, addresses, rules);
            });
        }
        if (service.access().denyAll()) {
            destinations.forEach((family, addresses) -> {
                if (!addresses.isEmpty())
                    rules.add(SecurityRuleModel.denyAll(family, addresses));
            });
        }
        return rules;
    }

    private static void allow(ServiceIntent service, IpFamily family, TransportProtocol protocol, List<Integer> ports,
            Set<String> addresses, List<SecurityRuleModel> rules) {
        String name = protocol.securityProtocol();
        service.access()
                .serviceTags()
                .forEach(tag -> rules.add(SecurityRuleModel.allow(family, name, List.of(tag), ports, addresses)));
        List<String> ranges = service.access()
                .ranges()
                .stream()
                .filter(range -> range.family() == family)
                .map(Cidr::toString)
                .toList();
        if (!ranges.isEmpty())
            rules.add(SecurityRuleModel.allow(family, name, ranges, ports, addresses));
    }

    private static int port(ServiceIntent service, PortIntent port) {
        return service.traffic().floatingIp() ? port.port() : port.nodePort();
    }

    /** Where packets of this Service arrive: at the frontend's own address, or at the nodes when floating IP is off. */
    private Set<String> destinations(ServiceIntent service, List<FrontendModel> frontends, IpFamily family) {
        Set<String> destinations = new LinkedHashSet<>();
        service.address().additionalIps().stream().filter(ip -> IpFamily.of(ip) == family).forEach(destinations::add);
        boolean hasFrontend = false;
        for (FrontendModel frontend : frontends) {
            if (frontend.family() != family)
                continue;
            hasFrontend = true;
            if (service.traffic().floatingIp())
                destinations.add(frontend.address().orElse(unknownAddress(frontend)));
        }
        if (hasFrontend && !service.traffic().floatingIp())
            frontends.stream()
                    .filter(frontend -> frontend.family() == family)
                    .forEach(frontend -> destinations
                            .addAll(members.of(service, frontend.loadBalancer(), family).values()));
        return destinations;
    }

    /** Whether a rule that is there now sends packets of this Service to node ports. */
    private boolean arrivesAtNodes(ServiceIntent service) {
        return estate.loadBalancers()
                .stream()
                .flatMap(balancer -> Tree.list(balancer, "properties", "loadBalancingRules").stream())
                .anyMatch(rule -> ServiceNames.owns(service, Tree.name(rule))
                        && !rule.path("properties").path("enableFloatingIP").asBoolean());
    }

    /** Every address the Service shows in its status or has on a load balancer now. */
    private Set<String> observedAddresses(ServiceIntent service) {
        Set<String> addresses = new TreeSet<>(service.statusIps());
        for (ObjectNode balancer : estate.loadBalancers()) {
            for (ObjectNode frontend : Tree.list(balancer, "properties", "frontendIPConfigurations")) {
                if (!ServiceNames.owns(service, Tree.name(frontend)))
                    continue;
                String privateIp = FrontendPlanner.privateIpOf(frontend);
                if (!privateIp.isEmpty())
                    addresses.add(privateIp);
                estate.publicIps()
                        .stream()
                        .filter(ip -> Tree.sameId(Tree.text(ip, "id"), FrontendPlanner.publicIpOf(frontend)))
                        .map(ip -> Tree.text(ip, "properties", "ipAddress"))
                        .filter(ip -> !ip.isEmpty())
                        .forEach(addresses::add);
            }
        }
        return addresses;
    }

    /** Two clusters may share a security group: what belongs to the other one's public IPs is not ours to clean up. */
    private Set<String> addressesOfOtherClusters() {
        Set<String> addresses = new TreeSet<>();
        for (ObjectNode ip : estate.publicIps()) {
            String address = Tree.text(ip, "properties", "ipAddress");
            if (!address.isEmpty() && !Ownership.isOfCluster(ResourceTags.of(ip), settings.clusterName()))
                addresses.add(address);
        }
        return addresses;
    }
}
