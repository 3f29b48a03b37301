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
 * The state of the cluster that one plan is made for: all Services that have or want a load balancer (including those to be removed) with
 * the status of each, by UID; all nodes; the machines of removed nodes; names (in lower case), addresses and machines of nodes whose
 * deletion was observed; and the drained nodes, by name. Services are sorted, older first.
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

    /** Each turn creates a cluster state, mostly from the same lists, so lists that are already sorted are kept. */
    private static <T> List<T> inOrder(List<T> all, Comparator<T> order) {
        for (int i = 1; i < all.size(); i++) {
            if (order.compare(all.get(i - 1), all.get(i)) > 0)
                return all.stream().sorted(order).collect(Collectors.toUnmodifiableList());
        }
        return List.copyOf(all);
    }

    /** Without observed deletions of nodes. */
    public ClusterState(List<ServiceSpec> services, Map<String, ServiceState> states, List<NodeFacts> nodes,
            Set<ArmId> departedMachines, int changed) {
        this(services, states, nodes, departedMachines, Set.of(), changed, Map.of());
    }

    /** A copy with these drained nodes, by name. */
    public ClusterState with(Map<String, NodeDrain> drained) {
        return new ClusterState(services, states, nodes, departedMachines, deletedNodes, changed, drained);
    }

    public ServiceState state(ServiceSpec service) {
        return states.getOrDefault(service.uid(), ServiceState.UNKNOWN);
    }

    /** The addresses in the current status of the Service. */
    public List<String> statusIps(ServiceSpec service) {
        return state(service).statusIps();
    }
}
