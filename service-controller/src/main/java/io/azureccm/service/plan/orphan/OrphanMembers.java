package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.pool.MachineInterface;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds machines in a pool of the cluster without a node. A new machine has no node for a while, too. */
record OrphanMembers(PlannerSettings settings, ObservedState observedState, ClusterState clusterState) {
    List<OrphanFinding> of(Set<ArmId> balancers) {
        Set<ArmId> machines = new TreeSet<>();
        clusterState.nodes().stream().map(NodeFacts::machine).flatMap(Optional::stream).forEach(machines::add);
        Set<ArmId> pools = new TreeSet<>();
        for (ArmId balancer : balancers) {
            for (IpFamily family : IpFamily.values()) {
                pools.add(settings.pool(balancer, family));
            }
        }
        List<OrphanFinding> found = new ArrayList<>();
        for (MachineInterface member : MachineInterface.of(observedState.machines())) {
            Set<ArmId> in = new TreeSet<>(member.pools());
            in.retainAll(pools);
            if (!in.isEmpty() && member.machine().filter(machines::contains).isEmpty())
                found.add(new OrphanFinding(new Orphan(Orphan.Kind.POOL_MEMBER, member.target(),
                        "it is in " + in.iterator().next().shortName(), "node " + member.nodeName(), true), "",
                        Set.of()));
        }
        return found;
    }
}
