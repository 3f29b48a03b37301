package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.NodeFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Maps nodes to machines, and decides which machines belong into pools of network interfaces. */
final class NodeMachines {
    private final PlannerSettings settings;
    private final ClusterState clusterState;
    private final Map<ArmId, NodeFacts> byMachine = new HashMap<>();

    NodeMachines(PlannerSettings settings, ClusterState clusterState) {
        this.settings = settings;
        this.clusterState = clusterState;
        clusterState.nodes().forEach(node -> node.machine().ifPresent(machine -> byMachine.put(machine, node)));
    }

    Optional<NodeFacts> nodeOn(ArmId machine) {
        return Optional.ofNullable(byMachine.get(machine));
    }

    /** Machines whose nodes are to be in pools. */
    Set<ArmId> wanted() {
        Set<ArmId> wanted = new HashSet<>();
        byMachine.forEach((machine, node) -> {
            if (isWanted(machine))
                wanted.add(machine);
        });
        return wanted;
    }

    /** True for the machine of a node that takes traffic; machines of other resource groups join no pool. */
    boolean isWanted(ArmId machine) {
        NodeFacts node = byMachine.get(machine);
        return node != null && !node.excluded() && !node.leaving()
                && !(node.controlPlane() && settings.cloud().loadBalancer().controlPlaneExcluded())
                && machine.resourceGroup().equalsIgnoreCase(settings.cloud().resourceGroup());
    }

    /**
     * True for a machine that has to leave: its node is excluded, or was deleted from the cluster. That of a control plane joins no pool,
     * but stays where somebody put it: it may have its way to the Internet there.
     */
    boolean isOut(ArmId machine) {
        NodeFacts node = byMachine.get(machine);
        return node == null ? clusterState.departed().machines().contains(machine) : node.excluded();
    }
}
