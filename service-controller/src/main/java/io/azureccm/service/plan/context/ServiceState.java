package io.azureccm.service.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of one Service in the cluster besides its spec: the addresses in its status, the labels of its namespace (empty until the
 * namespace is known), and the nodes that run its pods (empty while it has no known EndpointSlice, so that any node may serve it).
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
