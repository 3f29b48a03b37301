package io.azureccm.service.informer;

import io.azureccm.common.core.shared.KeptValues;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Parses the objects that the watches show, each only once per version: what it remembers saves time and changes no result. Lists stay the
 * same while their objects do. Not thread-safe.
 */
public final class ClusterParser {
    private final LoadBalancerClass served;
    private final KeptValues<WatchedService, ServiceSpec, List<ServiceSpec>> services;
    private final KeptValues<WatchedService, ServiceSpec, List<ServiceSpec>> elsewhere;
    private final KeptValues<Node, NodeFacts, List<NodeFacts>> nodes;

    public ClusterParser(ServiceSpecParser services, NodeFactsParser nodes) {
        this.served = services.served();
        this.services = new KeptValues<>(each -> spec(services, each), all -> sorted(all, ServiceSpec.BY_AGE));
        this.elsewhere = new KeptValues<>(each -> spec(services, each), all -> sorted(all, ServiceSpec.BY_AGE));
        this.nodes = new KeptValues<>(nodes::parse, all -> sorted(all, Comparator.comparing(NodeFacts::name)));
    }

    public WatchedCluster parse(WatchedObjects objects) {
        Map<Boolean, List<WatchedService>> isElsewhere = objects.services()
                .values()
                .stream()
                .collect(Collectors.partitioningBy(each -> served.isServedElsewhere(each.service())));
        return new WatchedCluster(objects, served, services.of(isElsewhere.get(false)),
                elsewhere.of(isElsewhere.get(true)), nodes.of(objects.nodes().values()));
    }

    private static <T> List<T> sorted(List<T> all, Comparator<T> order) {
        return all.stream().sorted(order).collect(Collectors.toUnmodifiableList());
    }

    static ServiceSpec spec(ServiceSpecParser parser, WatchedService watched) {
        ServiceSpec spec = parser.parse(watched.service(), watched.sequence());
        return watched.vanished() ? spec.gone() : spec;
    }
}
