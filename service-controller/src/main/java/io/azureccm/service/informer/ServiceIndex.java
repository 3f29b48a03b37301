package io.azureccm.service.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Index of all nodes, and of every Service that has or wants a load balancer: of this controller until its resources are removed, of another
 * one while it is in the cluster. A Service that is deleted before its cleanup stays in the index as one to clean up. Reports each change of
 * nodes and of Services of this controller that is relevant.
 */
public final class ServiceIndex {
    /** How many of the latest vanished Services a standby remembers: the leader may have died before it cleaned them up. */
    static final int MAX_VANISHED = 200;

    private final ServiceSpecParser services;
    private final NodeFactsParser facts;
    private final NodeIndex nodes;
    private final Consumer<ChangedObjects> onChange;
    private final EndpointIndex endpoints;
    private final ClusterParser parser;
    private final Map<String, WatchedService> entries = new LinkedHashMap<>();
    private boolean leading;
    /** What {@link #cluster()} has returned. */
    private Shown shown = new Shown(WatchedCluster.NOTHING, NodeIndex.Nodes.NONE, 0);
    private boolean changed;

    /** {@code endpoints}: the version of the index of endpoints. */
    private record Shown(WatchedCluster cluster, NodeIndex.Nodes nodes, long endpoints) {}

    /** {@code onChange} receives the changes and must not block. */
    public ServiceIndex(ServiceSpecParser services, NodeFactsParser nodes, EndpointIndex endpoints,
            Consumer<ChangedObjects> onChange) {
        this.services = services;
        this.facts = nodes;
        this.parser = newParser();
        this.nodes = new NodeIndex(nodes);
        this.onChange = onChange;
        this.endpoints = endpoints;
        endpoints.listen(this::namespaceChanged, this::endpointsChanged);
    }

    /** Which Services this controller serves. */
    public LoadBalancerClass served() {
        return services.served();
    }

    EndpointIndex endpoints() {
        return endpoints;
    }

    /** Parses other objects like those of the watches. */
    public ClusterParser newParser() {
        return new ClusterParser(services, facts);
    }

    /** What the watches show now; the same value while that does not change. */
    public synchronized WatchedCluster cluster() {
        NodeIndex.Nodes now = nodes.seen();
        long around = endpoints.version();
        if (changed || now != shown.nodes() || around != shown.endpoints()) {
            shown = new Shown(parser.parse(objects(now)), now, around);
            changed = false;
        }
        return shown.cluster();
    }

    private WatchedObjects objects(NodeIndex.Nodes now) {
        Map<String, Map<String, String>> namespaces = new HashMap<>();
        Map<ServiceKey, Set<String>> pods = new HashMap<>();
        for (WatchedService entry : entries.values()) {
            ServiceKey key = new ServiceKey(entry.service().getMetadata().getNamespace(),
                    entry.service().getMetadata().getName());
            endpoints.labels(key.namespace()).ifPresent(labels -> namespaces.put(key.namespace(), labels));
            endpoints.nodes(key).ifPresent(some -> pods.put(key, some));
        }
        return new WatchedObjects(entries, now.all(), now.departed(), now.deleted(), namespaces, pods);
    }

    /** Whether a node by its name is {@code ready} or {@code not ready}; "" if unknown. */
    public String nodeReadiness(String node) {
        return nodes.readiness(node);
    }

    /** What is watched of a Service, by its UID. */
    public synchronized Optional<WatchedService> entry(String uid) {
        return Optional.ofNullable(entries.get(uid));
    }

    /** The resources of the Service are removed: drops it from the index, unless it wants a load balancer again. */
    public synchronized void cleaned(String uid) {
        WatchedService entry = entries.get(uid);
        if (entry != null && !ClusterParser.spec(services, entry).wanted()) {
            entries.remove(uid);
            changed = true;
        }
    }

    /** This instance leads. Only the leader cleans up vanished Services. */
    public void lead() {
        leading(true);
    }

    /** This instance does not lead, and need not remember vanished Services. */
    public void follow() {
        leading(false);
    }

    private synchronized void leading(boolean now) {
        leading = now;
        forgetVanished();
    }

    private void forgetVanished() {
        if (leading)
            return;
        List<String> vanished = entries.entrySet()
                .stream()
                .filter(entry -> entry.getValue().vanished())
                .map(Map.Entry::getKey)
                .toList();
        vanished.subList(0, Math.max(0, vanished.size() - MAX_VANISHED)).forEach(entries::remove);
        changed = true;
    }

    public ResourceListener<Service> serviceListener() {
        return new ResourceListener<>() {
            @Override
            public void added(Service service) {
                if (isServedElsewhere(service)) {
                    track(service);
                } else if (served().wants(service) || served().needsCleanup(service)) {
                    track(service);
                    onChange.accept(ChangedObjects.service(uid(service)));
                }
            }

            @Override
            public void updated(Service before, Service after) {
                if (!uid(before).equals(uid(after))) {
                    deleted(before, true);
                    added(after);
                    return;
                }
                boolean matters = ServiceChange.matters(before, after, endpoints.labelsMatter(), served());
                if (leavesOther(before, after))
                    return;
                boolean tracked = isServedElsewhere(after) || entry(uid(after)).isPresent();
                if (tracked || matters)
                    track(after);
                if (before != after && matters)
                    onChange.accept(ChangedObjects.service(uid(after)));
            }

            @Override
            public void deleted(Service last, boolean lastStateUnknown) {
                if (vanishes(uid(last)))
                    onChange.accept(ChangedObjects.service(uid(last)));
            }
        };
    }

    private boolean isServedElsewhere(Service service) {
        return served().isServedElsewhere(service);
    }

    /** Drops a deleted Service, unless it is to be cleaned up. */
    private synchronized boolean vanishes(String uid) {
        WatchedService entry = entries.remove(uid);
        if (entry == null)
            return false;
        changed = true;
        if (isServedElsewhere(entry.service()))
            return false;
        // Moved to the end, so that vanished Services are in the order in which they vanished.
        entries.put(uid, new WatchedService(entry.service(), entry.sequence(), true));
        forgetVanished();
        return true;
    }

    /** Drops a Service that another controller served and that none is to serve any more. */
    private synchronized boolean leavesOther(Service before, Service after) {
        boolean leaves = isServedElsewhere(before) && !isServedElsewhere(after) && !served().wants(after)
                && !served().needsCleanup(after) && entries.remove(uid(after)) != null;
        changed |= leaves;
        return leaves;
    }

    public ResourceListener<Node> nodeListener() {
        return nodes.listener(() -> onChange.accept(ChangedObjects.NODES));
    }

    private synchronized void track(Service service) {
        changed = true;
        entries.merge(uid(service), new WatchedService(service, version(service), false),
                (old, now) -> new WatchedService(service, old.sequence(), false));
    }

    private void namespaceChanged(String namespace) {
        Set<String> uids = locked(() -> entries.values()
                .stream()
                .filter(entry -> namespace.equals(entry.service().getMetadata().getNamespace()))
                .map(entry -> uid(entry.service()))
                .collect(Collectors.toSet()));
        if (!uids.isEmpty())
            onChange.accept(new ChangedObjects(uids, false));
    }

    /** Only the members of its pool can change; the Service itself is updated when it is written. */
    private void endpointsChanged(ServiceKey key) {
        boolean local = locked(() -> entries.values()
                .stream()
                .map(WatchedService::service)
                .anyMatch(service -> key.name().equals(service.getMetadata().getName())
                        && key.namespace().equals(service.getMetadata().getNamespace())
                        && "Local".equals(service.getSpec().getExternalTrafficPolicy())));
        if (local)
            onChange.accept(ChangedObjects.NOTHING);
    }

    /** The resourceVersion at first sight, which orders Services created within the same second; 0 if it is not a number. */
    private static long version(Service service) {
        String version = service.getMetadata().getResourceVersion();
        return version != null && version.matches("[0-9]{1,18}") ? Long.parseLong(version) : 0;
    }

    private static String uid(Service service) {
        return service.getMetadata().getUid();
    }

    private synchronized <T> T locked(Supplier<T> work) {
        return work.get();
    }
}
