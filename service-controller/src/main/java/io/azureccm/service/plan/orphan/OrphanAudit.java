package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.placement.VmSetPairs;
import io.azureccm.service.plan.privatelink.PrivateLinks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds managed resources in Azure that belong to no Service of the cluster. Pure and conservative: nothing that an unmanaged resource or
 * an existing object uses is an orphan, nor anything that another cluster may own. A Service that is refused, being deleted or of another
 * class exists: resources named after it have an owner. {@code allNodes}: the cluster state contains every node of the cluster, so a
 * machine without a node entry has no node.
 */
public record OrphanAudit(PlannerSettings settings, boolean allNodes) {
    public List<OrphanFinding> audit(ObservedState observedState, ClusterState clusterState,
            ExistingServices existing) {
        OrphanLinks links = new OrphanLinks(new PrivateLinks(settings.clusterName(), observedState), observedState,
                existing, settings.clusterName());
        Map<ArmId, OrphanElements.Found> byBalancer = new TreeMap<>();
        for (ArmId balancer : balancers(observedState, clusterState)) {
            LoadBalancer observed = observedState.loadBalancer(balancer);
            if (observed.exists())
                byBalancer.put(balancer,
                        new OrphanElements(settings, observedState, existing, links).of(balancer, observed));
        }
        List<OrphanFinding> all = new ArrayList<>();
        Set<ArmId> frontends = new TreeSet<>();
        byBalancer.values().forEach(found -> {
            all.addAll(found.all());
            frontends.addAll(found.frontends());
        });
        all.addAll(links.orphans(frontends, clusterState));
        OrphanAddresses addresses = new OrphanAddresses(settings, observedState, existing, clusterState);
        List<OrphanFinding> publicIps = addresses.publicIps(frontends);
        all.addAll(publicIps);
        all.addAll(addresses.securityRules(frontends, publicIps));
        if (allNodes && !settings.nodeIpPools())
            all.addAll(new OrphanMembers(settings, observedState, clusterState).of(byBalancer.keySet()));
        return all.stream()
                .sorted(Comparator.comparing((OrphanFinding finding) -> finding.orphan().id()))
                .toList();
    }

    /** The load balancers with a name of the cluster. */
    private Set<ArmId> balancers(ObservedState observedState, ClusterState clusterState) {
        Set<ArmId> ids = new TreeSet<>();
        VmSetPairs.of(settings, observedState, clusterState, outdated -> {})
                .forEach(pair -> ids.addAll(settings.loadBalancers(pair.name())));
        return ids;
    }

    static OrphanFinding finding(Orphan.Kind kind, ArmId id, String why, String base, Set<String> subjects,
            boolean leaving) {
        String owner = !subjects.isEmpty()
                ? String.join(", ", new TreeSet<>(subjects))
                : base.isEmpty() ? "an unknown Service" : "the Service whose resource names begin with " + base;
        return new OrphanFinding(new Orphan(kind, id, why, owner, leaving), base, subjects);
    }
}
