package io.azureccm.service.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What decides which load balancer a Service is on, and which nodes are behind it: the configurations that its annotation names
 * (lower case; empty for all), what it says of basic load balancers ("" for the primary one), its labels, those of its namespace (empty while the namespace is not known), and the nodes that
 * can serve it because they run its pods (empty while no EndpointSlice of it is known, so that any node may).
 */
public record PlacementSpec(List<String> configurations, String mode, Map<String, String> labels,
        Optional<Map<String, String>> namespaceLabels, Optional<Set<String>> endpointNodes) {
    public PlacementSpec {
        configurations = List.copyOf(configurations);
        labels = Map.copyOf(labels);
        namespaceLabels = namespaceLabels.map(Map::copyOf);
        endpointNodes = endpointNodes.map(Set::copyOf);
    }
}
