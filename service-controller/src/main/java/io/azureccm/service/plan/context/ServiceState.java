package io.azureccm.service.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the cluster shows of one Service besides what it asks for: the addresses in its status, the labels of its namespace (empty
 * while the namespace is not known), and the nodes that run its pods (empty while no EndpointSlice of it is known, so that any
 * node may serve it).
 */
public record ServiceState(List<String> statusIps, Optional<Map<String, String>> namespaceLabels,
        Optional<Set<String>> endpointNodes) {
    static final ServiceState UNKNOWN = new ServiceState(List.of(), Optional.empty(), Optional.empty());

    public ServiceState {
        statusIps = List.copyOf(statusIps);
        namespaceLabels = namespaceLabels.map(Map::copyOf);
        endpointNodes = endpointNodes.map(Set::copyOf);
    }
}
