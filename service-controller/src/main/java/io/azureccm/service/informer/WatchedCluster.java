package io.azureccm.service.informer;

import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cluster as the watches show it at one moment: the objects, and what was parsed of them, Services older first and nodes by name;
 * {@code elsewhere}: the Services that another controller serves, since this one serves those of the class {@code served}. Immutable; the same
 * value while the watches show nothing else.
 */
public record WatchedCluster(WatchedObjects objects, LoadBalancerClass served, List<ServiceSpec> services,
        List<ServiceSpec> elsewhere, List<NodeFacts> nodes) {
    public static final WatchedCluster NOTHING = new WatchedCluster(WatchedObjects.NONE, LoadBalancerClass.NONE,
            List.of(), List.of(), List.of());

    /** The Service with this UID. */
    public Optional<WatchedService> service(String uid) {
        return Optional.ofNullable(objects.services().get(uid));
    }

    /**
     * The state that plans are made for; {@code addresses}: those in the status of a Service, with own writes; {@code changed} is only
     * counted.
     */
    public ClusterState state(Function<Service, List<String>> addresses, int changed,
            Map<String, NodeDrain> draining) {
        Map<String, ServiceState> states = new HashMap<>();
        Stream.of(services, elsewhere).flatMap(List::stream).forEach(spec -> {
            Service service = objects.services().get(spec.uid()).service();
            states.put(spec.uid(), new ServiceState(addresses.apply(service),
                    Optional.ofNullable(objects.namespaces().get(spec.key().namespace())),
                    Optional.ofNullable(objects.endpoints().get(spec.key()))));
        });
        return new ClusterState(services, elsewhere, states, nodes,
                new ClusterState.Departed(objects.departed(), objects.deleted()), changed, draining);
    }
}
