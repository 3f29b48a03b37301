package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What Kubernetes asks of the load balancers: all Services that have or want one (those to be taken down included) with what the
 * cluster shows of each, by UID; all nodes; the machines of nodes that were there before and are gone; and
 * names (in lower case), addresses and machines of those nodes that were seen to be deleted; and the nodes
 * that are drained, by name. Services are kept older first, whatever order they come in.
 */
public record ClusterState(List<ServiceSpec> services, Map<String, ServiceState> states, List<NodeFacts> nodes,
        Set<ArmId> departedMachines, Set<String> deletedNodes, int changed, Map<String, NodeDrain> draining) {
    public ClusterState {
        services = services.stream().sorted(ServiceSpec.BY_AGE).toList();
        states = Map.copyOf(states);
        nodes = nodes.stream().sorted(Comparator.comparing(NodeFacts::name)).toList();
        departedMachines = Set.copyOf(departedMachines);
        deletedNodes = Set.copyOf(deletedNodes);
        draining = Collections.unmodifiableMap(new TreeMap<>(draining));
    }

    /** One in which no node was seen to be deleted. */
    public ClusterState(List<ServiceSpec> services, Map<String, ServiceState> states, List<NodeFacts> nodes,
            Set<ArmId> departedMachines, int changed) {
        this(services, states, nodes, departedMachines, Set.of(), changed, Map.of());
    }

    /** The same with these nodes drained, by name. */
    public ClusterState with(Map<String, NodeDrain> drained) {
        return new ClusterState(services, states, nodes, departedMachines, deletedNodes, changed, drained);
    }

    public ServiceState state(ServiceSpec service) {
        return states.getOrDefault(service.uid(), ServiceState.UNKNOWN);
    }

    /** The addresses that the Service shows now. */
    public List<String> statusIps(ServiceSpec service) {
        return state(service).statusIps();
    }
}
