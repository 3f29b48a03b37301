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
import java.util.stream.Collectors;

/**
 * What Kubernetes asks of the load balancers: all Services that have or want one (those to be taken down included) with what the
 * cluster shows of each, by UID; all nodes; the machines of nodes that were there before and are gone; and
 * names (in lower case), addresses and machines of those nodes that were seen to be deleted; and the nodes
 * that are drained, by name. Services are kept older first, whatever order they come in.
 */
public record ClusterState(List<ServiceSpec> services, Map<String, ServiceState> states, List<NodeFacts> nodes,
        Set<ArmId> departedMachines, Set<String> deletedNodes, int changed, Map<String, NodeDrain> draining) {
    private static final Comparator<NodeFacts> BY_NAME = Comparator.comparing(NodeFacts::name);

    public ClusterState {
        services = inOrder(services, ServiceSpec.BY_AGE);
        states = Map.copyOf(states);
        nodes = inOrder(nodes, BY_NAME);
        departedMachines = Set.copyOf(departedMachines);
        deletedNodes = Set.copyOf(deletedNodes);
        draining = Collections.unmodifiableMap(new TreeMap<>(draining));
    }

    /** Each turn makes one, mostly of the same lists: those that are in order already stay. */
    private static <T> List<T> inOrder(List<T> all, Comparator<T> order) {
        for (int i = 1; i < all.size(); i++) {
            if (order.compare(all.get(i - 1), all.get(i)) > 0)
                return all.stream().sorted(order).collect(Collectors.toUnmodifiableList());
        }
        return List.copyOf(all);
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
