package io.azureccm.service.plan.placement;

import io.azureccm.common.config.VmType;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.pool.MachineSets;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The pairs of load balancers available to Services. A basic load balancer takes machines of one set, so each set of agent nodes has a pair
 * of its own, named after it; that of the primary set is named like the cluster. The pair of the primary set is first, and has the name of
 * that set, which may be "" for any.
 */
public final class VmSetPairs {
    private VmSetPairs() {}

    /** {@code outdated} receives collections that are older than a node, whose set is therefore unknown. */
    public static List<MultipleLoadBalancer> of(PlannerSettings settings, ObservedState observedState,
            ClusterState clusterState, Consumer<ArmId> outdated) {
        if (settings.cloud().loadBalancer().standard())
            return settings.configurations();
        String primary = settings.cloud().machines().primarySetName();
        Set<String> sets = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        MachineSets machineSets = new MachineSets(settings, observedState.machines(), observedState.unreadable(),
                outdated);
        clusterState.nodes()
                .stream()
                .filter(node -> !node.controlPlane() && isOfMainKind(settings, node))
                .forEach(node -> machineSets.of(node).ifPresent(sets::add));
        CurrentPlacement currentPlacement = new CurrentPlacement(observedState);
        for (ServiceSpec service : clusterState.services()) {
            for (ArmId balancer : currentPlacement.all(service)) {
                String pair = ServiceNames.baseOfLoadBalancer(balancer.name());
                if (!pair.equalsIgnoreCase(settings.loadBalancerName()))
                    sets.add(pair);
            }
        }
        sets.remove(primary);
        List<MultipleLoadBalancer> pairs = new ArrayList<>();
        pairs.add(pair(settings.loadBalancerName(), primary));
        sets.forEach(set -> pairs.add(pair(set, set)));
        return pairs;
    }

    /** Machines of flexible scale sets are in no pool of a basic load balancer, nor are those of a type other than the cluster's. */
    private static boolean isOfMainKind(PlannerSettings settings, NodeFacts node) {
        String type = settings.cloud().machines().vmType() == VmType.STANDARD
                ? ArmTypes.VIRTUAL_MACHINE
                : ArmTypes.SCALE_SET_VM;
        return node.machine().filter(machine -> machine.hasType(type)).isPresent();
    }

    private static MultipleLoadBalancer pair(String name, String set) {
        return new MultipleLoadBalancer(name, true, set, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
