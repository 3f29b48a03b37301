package io.azureccm.service.informer;

import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Parses the objects that the watches show, each only once per version: what it remembers saves time and changes no result. Lists stay the
 * same while their objects do. Not thread-safe.
 */
public final class ClusterParser {
    private final LoadBalancerClass served;
    private final Parsing<WatchedService, ServiceSpec> services;
    private final Parsing<WatchedService, ServiceSpec> elsewhere;
    private final Parsing<Node, NodeFacts> nodes;

    public ClusterParser(ServiceSpecParser services, NodeFactsParser nodes) {
        this.served = services.served();
        this.services = new Parsing<>(each -> spec(services, each), ServiceSpec.BY_AGE);
        this.elsewhere = new Parsing<>(each -> spec(services, each), ServiceSpec.BY_AGE);
        this.nodes = new Parsing<>(nodes::parse, Comparator.comparing(NodeFacts::name));
    }

    public WatchedCluster parse(WatchedObjects objects) {
        Map<String, WatchedService> ours = new LinkedHashMap<>();
        Map<String, WatchedService> others = new LinkedHashMap<>();
        objects.services()
                .forEach((uid, each) -> (served.isServedElsewhere(each.service()) ? others : ours).put(uid, each));
        return new WatchedCluster(objects, served, services.all(ours), elsewhere.all(others),
                nodes.all(objects.nodes()));
    }

    static ServiceSpec spec(ServiceSpecParser parser, WatchedService watched) {
        ServiceSpec spec = parser.parse(watched.service(), watched.sequence());
        return watched.vanished() ? spec.gone() : spec;
    }

    /** What was parsed of objects of one kind, by their key. */
    private static final class Parsing<T, R> {
        private record Parsed<T, R>(T object, R result) {}

        private final Function<T, R> parser;
        private final Comparator<R> order;
        private final Map<String, Parsed<T, R>> parsed = new HashMap<>();
        private List<R> last = List.of();

        Parsing(Function<T, R> parser, Comparator<R> order) {
            this.parser = parser;
            this.order = order;
        }

        List<R> all(Map<String, T> objects) {
            parsed.keySet().retainAll(objects.keySet());
            List<R> now = objects.entrySet()
                    .stream()
                    .map(each -> parse(each.getKey(), each.getValue()))
                    .sorted(order)
                    .collect(Collectors.toUnmodifiableList());
            if (!isSame(now))
                last = now;
            return last;
        }

        private R parse(String key, T object) {
            return parsed.compute(key,
                    (same, known) -> known != null && known.object() == object
                            ? known
                            : new Parsed<>(object, parser.apply(object)))
                    .result();
        }

        private boolean isSame(List<R> now) {
            boolean same = now.size() == last.size();
            for (int i = 0; same && i < now.size(); i++) {
                same = now.get(i) == last.get(i);
            }
            return same;
        }
    }
}
