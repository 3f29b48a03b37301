package io.azureccm.node.plan;

import io.azureccm.node.spec.NodeFacts.Address;
import java.util.List;
import java.util.Map;

/** The desired state of a node in Kubernetes, derived from its machine alone. */
public record NodeModel(String providerId, Map<String, String> labels, List<Address> addresses) {
    public NodeModel {
        labels = Map.copyOf(labels);
        addresses = List.copyOf(addresses);
    }
}
