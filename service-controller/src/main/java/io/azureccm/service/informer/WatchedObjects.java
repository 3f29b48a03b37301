package io.azureccm.service.informer;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The objects that the watches show at one moment, as the API sent them without the fields that nobody reads. Immutable; {@link
 * ClusterParser} makes a {@link WatchedCluster} of them.
 *
 * @param services by UID: every Service that has or wants a load balancer, in the order in which they were seen, vanished ones last
 * @param nodes by name: each in the version that changed something
 * @param departed the machines that nodes have left
 * @param deleted the names in lower case, addresses and machines of nodes whose deletion was observed
 * @param namespaces by name, those of the Services: the labels that select load balancers; without namespaces that are not known
 * @param endpoints by Service: the nodes that run its pods; without Services that have no known EndpointSlice
 */
public record WatchedObjects(Map<String, WatchedService> services, Map<String, Node> nodes, Set<ArmId> departed,
        Set<String> deleted, Map<String, Map<String, String>> namespaces, Map<ServiceKey, Set<String>> endpoints) {
    public static final WatchedObjects NONE = new WatchedObjects(Map.of(), Map.of(), Set.of(), Set.of(), Map.of(),
            Map.of());

    public WatchedObjects {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
        departed = Set.copyOf(departed);
        deleted = Set.copyOf(deleted);
        namespaces = Map.copyOf(namespaces);
        endpoints = Map.copyOf(endpoints);
    }
}
