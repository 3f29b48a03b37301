package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Kubernetes asks of the load balancers: all Services that have or want one (those to be taken down included), all nodes,
 * and the machines of nodes that were there before and are gone. Services are kept older first, whatever order they come in.
 */
public record ClusterState(List<ServiceSpec> services, List<NodeFacts> nodes, Set<ArmId> departedMachines,
        int changed) {
    public ClusterState {
        services = services.stream().sorted(ServiceSpec.BY_AGE).toList();
        nodes = nodes.stream().sorted(java.util.Comparator.comparing(NodeFacts::name)).toList();
        departedMachines = Set.copyOf(departedMachines);
    }

    /** The same, with these Services (by UID) stopped: what comes before the part named is still planned. */
    public ClusterState stopping(Map<String, Stop> stops) {
        if (stops.isEmpty())
            return this;
        return new ClusterState(services.stream()
                .map(service -> stops.containsKey(service.uid())
                        ? service.stoppedAt(stops.get(service.uid()).stage(), stops.get(service.uid()).refusal())
                        : service)
                .toList(), nodes, departedMachines, changed);
    }
}
