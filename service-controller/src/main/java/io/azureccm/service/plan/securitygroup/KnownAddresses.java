package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tells whose an address is, and on which ports, from the load balancers and public IPs that are there; looked up once for all. */
final class KnownAddresses {
    private final ServiceDecisions known;
    private final Map<String, String> publicIps = new HashMap<>();
    private final Map<String, Set<String>> addresses = new HashMap<>();
    private final Map<String, Set<String>> ports = new HashMap<>();
    private final Set<String> atNodes = new TreeSet<>();
    private final Set<String> ofOthers = new TreeSet<>();

    KnownAddresses(ObservedState observedState, Placement placement, ServiceDecisions known, String clusterName) {
        this.known = known;
        for (PublicIp ip : observedState.publicIps()) {
            String address = ip.spelledAddress();
            publicIps.put(ip.id().key(), address);
            if (!address.isEmpty() && !Ownership.isOfCluster(ip.tags(), clusterName))
                ofOthers.add(address);
        }
        Set<ArmId> managed = placement.managed();
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            Map<String, Set<String>> byFrontend = new HashMap<>();
            for (Frontend frontend : balancer.frontends()) {
                Set<String> own = addresses(frontend);
                byFrontend.put(frontend.key(), own);
                note(addresses, frontend.name(), own);
                if (!managed.contains(balancer.id()) && known.ownerOf(frontend).isEmpty())
                    ofOthers.addAll(own);
            }
            balancer.rules().forEach(rule -> rule(rule, byFrontend));
        }
    }

    private void rule(Rule rule, Map<String, Set<String>> byFrontend) {
        String name = rule.name();
        String frontend = fold(rule.frontend());
        note(addresses, name, byFrontend.getOrDefault(frontend.substring(frontend.lastIndexOf('/') + 1), Set.of()));
        note(ports, name, rule.ports());
        if (!rule.floatingIp())
            atNodes.add(ServiceNames.baseOf(name));
    }

    /** Every address the Service shows in its status or has on a load balancer now. */
    Set<String> of(ServiceSpec service) {
        Set<String> all = new TreeSet<>(known.statusIps(service));
        all.addAll(addresses.getOrDefault(ServiceNames.base(service.uid()), Set.of()));
        return all;
    }

    /** The ports of the Service on a load balancer now, at the frontend and at the nodes. */
    Set<String> ports(ServiceSpec service) {
        return ports.getOrDefault(ServiceNames.base(service.uid()), Set.of());
    }

    /** True when a rule that is there now sends packets of the Service to node ports. */
    boolean arrivesAtNodes(ServiceSpec service) {
        return atNodes.contains(ServiceNames.base(service.uid()));
    }

    /**
     * Addresses of other clusters: of public IPs that carry another cluster's name, and of load balancers that are not ours. Two
     * clusters may share a security group, and what belongs to the other one is not ours to clean up.
     */
    Set<String> ofOthers() {
        return ofOthers;
    }

    private Set<String> addresses(Frontend frontend) {
        Set<String> own = new TreeSet<>(Set.of(frontend.privateIp()));
        own.add(publicIps.getOrDefault(fold(frontend.publicIpId()), ""));
        own.remove("");
        return own;
    }

    private static void note(Map<String, Set<String>> byBaseName, String name, Iterable<String> values) {
        Set<String> all = byBaseName.computeIfAbsent(ServiceNames.baseOf(name), base -> new TreeSet<>());
        values.forEach(all::add);
    }

    private static String fold(String id) {
        return id.toLowerCase(Locale.ROOT);
    }
}
