package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The state of the cluster that one plan is made for: all Services that have or want a load balancer (including those to be removed), and
 * those that another controller serves ({@code elsewhere}), which no plan changes; the status of each, by UID; all nodes, those that left,
 * and the drained ones, by name. Services are sorted, older first.
 */
public record ClusterState(List<ServiceSpec> services, List<ServiceSpec> elsewhere, Map<String, ServiceState> states,
        List<NodeFacts> nodes, Departed departed, int changed, Map<String, NodeDrain> draining) {
    /** The machines of removed nodes; names (in lower case), addresses and machines of nodes whose deletion was observed. */
    public record Departed(Set<ArmId> machines, Set<String> nodes) {
        public Departed {
            machines = Set.copyOf(machines);
            nodes = Set.copyOf(nodes);
        }
    }

    private static final Comparator<NodeFacts> BY_NAME = Comparator.comparing(NodeFacts::name);

    public ClusterState {
        services = inOrder(services, ServiceSpec.BY_AGE);
        elsewhere = inOrder(elsewhere, ServiceSpec.BY_AGE);
        states = Map.copyOf(states);
        nodes = inOrder(nodes, BY_NAME);
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

    /** Without observed deletions of nodes, and without another controller. */
    public ClusterState(List<ServiceSpec> services, Map<String, ServiceState> states, List<NodeFacts> nodes,
            Set<ArmId> departedMachines, int changed) {
        this(services, List.of(), states, nodes, new Departed(departedMachines, Set.of()), changed, Map.of());
    }

    /** A copy with additional Services. */
    ClusterState and(List<ServiceSpec> more, int nowChanged) {
        List<ServiceSpec> all = new ArrayList<>(services);
        all.addAll(more);
        return new ClusterState(all, elsewhere, states, nodes, departed, nowChanged, draining);
    }

    /** The UIDs of these Services. */
    public Set<String> uids(Predicate<ServiceSpec> which) {
        return services.stream().filter(which).map(ServiceSpec::uid).collect(Collectors.toSet());
    }

    public ServiceState state(ServiceSpec service) {
        return states.getOrDefault(service.uid(), ServiceState.UNKNOWN);
    }

    /** The addresses in the current status of the Service. */
    public List<String> statusIps(ServiceSpec service) {
        return state(service).statusIps();
    }
}
