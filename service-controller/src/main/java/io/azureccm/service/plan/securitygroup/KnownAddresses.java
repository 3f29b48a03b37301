package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.SameInstance;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Determines the owner of an address, and its ports, from the observed load balancers and public IPs. */
final class KnownAddresses {
    /** One load balancer, by base name of the Service: frontends with its name or used by its rules, and ports. */
    private record OfBalancer(Map<String, Set<Frontend>> frontends, Map<String, Set<String>> ports,
            Set<String> atNodes) {
        static OfBalancer of(LoadBalancer balancer) {
            OfBalancer all = new OfBalancer(new HashMap<>(), new HashMap<>(), new HashSet<>());
            Map<String, Frontend> byName = new HashMap<>();
            for (Frontend frontend : balancer.frontends()) {
                byName.put(frontend.key(), frontend);
                all.note(frontend.baseName(), frontend);
            }
            for (Rule rule : balancer.rules()) {
                String name = rule.frontend().substring(rule.frontend().lastIndexOf('/') + 1);
                all.note(rule.baseName(), byName.get(name.toLowerCase(Locale.ROOT)));
                all.ports.computeIfAbsent(rule.baseName(), base -> new TreeSet<>()).addAll(rule.ports());
                if (!rule.floatingIp())
                    all.atNodes.add(rule.baseName());
            }
            return all;
        }

        private void note(String baseName, Frontend frontend) {
            if (frontend != null)
                frontends.computeIfAbsent(baseName, base -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(frontend);
        }
    }

    private final ServiceDecisions known;
    private final ObservedState observedState;
    private final List<OfBalancer> balancers = new ArrayList<>();
    private final Set<String> ofOthers = new TreeSet<>();

    KnownAddresses(ObservedState observedState, Placement placement, ServiceDecisions known, String clusterName,
            PlanMemory memory) {
        this.known = known;
        this.observedState = observedState;
        Set<ArmId> managed = placement.managed();
        for (PublicIp ip : observedState.publicIps()) {
            if (!ip.isOfCluster(clusterName) && !ip.spelledAddress().isEmpty()
                    && !isCreatedHere(ip, clusterName, managed))
                ofOthers.add(ip.spelledAddress());
        }
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            balancers.add(memory.of(OfBalancer.class, balancer.id(), () -> OfBalancer.of(balancer),
                    new SameInstance(balancer)));
            if (managed.contains(balancer.id()))
                continue;
            for (Frontend frontend : balancer.frontends()) {
                if (known.ownerOf(frontend).isEmpty() && ServiceNames.isNamedAfterService(frontend.name()))
                    addresses(frontend).forEach(ofOthers::add);
            }
        }
    }

    /** True if this cluster created it and no other one uses it, although its tags name another one. */
    private static boolean isCreatedHere(PublicIp ip, String clusterName, Set<ArmId> managed) {
        return !ServiceNames.baseOfPublicIp(clusterName, ip.name()).isEmpty()
                && ip.attachedTo().filter(user -> !managed.contains(user)).isEmpty();
    }

    /** Every address in the status of the Service or on its current load balancers. */
    Set<String> of(ServiceSpec service) {
        Set<String> all = new TreeSet<>(known.statusIps(service));
        String base = service.baseName();
        for (OfBalancer balancer : balancers) {
            for (Frontend frontend : balancer.frontends().getOrDefault(base, Set.of())) {
                addresses(frontend).forEach(all::add);
            }
        }
        return all;
    }

    /** The current ports of the Service on load balancers, at the frontend and at the nodes. */
    Set<String> ports(ServiceSpec service) {
        Set<String> all = new TreeSet<>();
        String base = service.baseName();
        balancers.forEach(balancer -> all.addAll(balancer.ports().getOrDefault(base, Set.of())));
        return all;
    }

    /** True if an existing rule sends packets of the Service to node ports. */
    boolean arrivesAtNodes(ServiceSpec service) {
        String base = service.baseName();
        return balancers.stream().anyMatch(balancer -> balancer.atNodes().contains(base));
    }

    /**
     * Addresses of other clusters: of public IPs tagged with another cluster and not created by this one, and of frontends of
     * unmanaged load balancers that are named after a Service. Two clusters may share a
     * security group, and the resources of the other one are never cleaned up.
     */
    Set<String> ofOthers() {
        return ofOthers;
    }

    /** Whether an address that nobody seems to have is really free. */
    boolean areComplete() {
        return !observedState.unreadable().anyOf(ArmTypes.LOAD_BALANCER, ArmTypes.PUBLIC_IP);
    }

    private List<String> addresses(Frontend frontend) {
        return Stream.of(frontend.privateIp(), frontend.publicIp()
                .flatMap(observedState::publicIp)
                .map(PublicIp::spelledAddress)
                .orElse("")).filter(address -> !address.isEmpty()).toList();
    }
}
