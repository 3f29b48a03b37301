package io.azureccm.service.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Index of all nodes, and of every Service that has or wants a load balancer of this controller, until its resources are removed. A Service
 * that is deleted before its cleanup stays in the index as one to clean up. Reports each relevant change.
 */
public final class ServiceIndex {
    /** One Service as last seen. {@code vanished}: it is no longer in the cluster. */
    public record Entry(Service service, long sequence, boolean vanished) {
        /** Whether its resources in Azure are to be removed. */
        public boolean isToBeCleanedUp() {
            return vanished || ServiceSpecParser.needsCleanup(service)
                    || !ServiceSpecParser.wantsLoadBalancer(service);
        }
    }

    /** The spec parsed from one version of a Service. */
    private record Parsed(Entry entry, ServiceSpec spec) {}

    /** How many of the latest vanished Services a standby remembers: the leader may have died before it cleaned them up. */
    static final int MAX_VANISHED = 200;

    private final ServiceSpecParser services;
    private final NodeIndex nodes;
    private final Consumer<ChangedObjects> onChange;
    private final EndpointIndex endpoints;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Parsed> parsed = new HashMap<>();
    private boolean leading;
    /** The specs of the last cluster state. */
    private List<ServiceSpec> shown = List.of();
    private List<ServiceSpec> inOrder = List.of();

    /** {@code onChange} receives the changes and must not block. */
    public ServiceIndex(ServiceSpecParser services, NodeFactsParser nodes, EndpointIndex endpoints,
            Consumer<ChangedObjects> onChange) {
        this.services = services;
        this.nodes = new NodeIndex(nodes);
        this.onChange = onChange;
        this.endpoints = endpoints;
        endpoints.listen(this::namespaceChanged, this::endpointsChanged);
    }

    EndpointIndex endpoints() {
        return endpoints;
    }

    /** The current cluster state; {@code changed} is only counted; {@code shown}: the addresses in the status of a Service. */
    public ClusterState clusterState(int changed, Function<Service, List<String>> shown) {
        return locked(() -> {
            parsed.keySet().retainAll(entries.keySet());
            List<ServiceSpec> specs = specs();
            Map<String, ServiceState> states = new HashMap<>();
            specs.forEach(spec -> states.put(spec.uid(),
                    endpoints.around(spec.key(), shown.apply(entries.get(spec.uid()).service()))));
            NodeIndex.Nodes now = nodes.now();
            return new ClusterState(specs, states, now.all(), now.departed(), now.deleted(), changed, Map.of());
        });
    }

    /** Older first; the same list instance while no Service has changed. */
    private List<ServiceSpec> specs() {
        List<ServiceSpec> now = entries.values().stream().map(this::spec).toList();
        boolean same = now.size() == shown.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = now.get(i) == shown.get(i);
        }
        if (!same) {
            shown = now;
            inOrder = now.stream().sorted(ServiceSpec.BY_AGE).collect(Collectors.toUnmodifiableList());
        }
        return inOrder;
    }

    public Optional<Entry> entry(String uid) {
        return locked(() -> Optional.ofNullable(entries.get(uid)));
    }

    /** All Services in the index, for the first plan of a new leader. */
    public ChangedObjects everything() {
        return locked(() -> new ChangedObjects(entries.keySet(), true));
    }

    /** The resources of the Service are removed: drops it from the index, unless it wants a load balancer again. */
    public void cleaned(String uid) {
        locked(() -> {
            Entry entry = entries.get(uid);
            if (entry != null && (entry.vanished() || !spec(entry).wanted()))
                entries.remove(uid);
            return null;
        });
    }

    /** Sets whether this instance leads. Only the leader cleans up vanished Services; a standby need not remember all of them. */
    public void lead(boolean now) {
        locked(() -> {
            leading = now;
            forgetVanished();
            return null;
        });
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
    }

    public ResourceListener<Service> serviceListener() {
        return new ResourceListener<>() {
            @Override
            public void added(Service service) {
                if (ServiceSpecParser.wantsLoadBalancer(service) || ServiceSpecParser.needsCleanup(service)) {
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
                boolean matters = ServiceChange.matters(before, after, endpoints.labelsMatter());
                boolean tracked = locked(() -> entries.containsKey(uid(after)));
                if (tracked || matters)
                    track(after);
                if (before != after && matters)
                    onChange.accept(ChangedObjects.service(uid(after)));
            }

            @Override
            public void deleted(Service last, boolean lastStateUnknown) {
                boolean known = locked(() -> {
                    Entry entry = entries.remove(uid(last));
                    if (entry == null)
                        return false;
                    // Moved to the end, so that vanished Services are in the order in which they vanished.
                    entries.put(uid(last), new Entry(entry.service(), entry.sequence(), true));
                    forgetVanished();
                    return true;
                });
                if (known)
                    onChange.accept(ChangedObjects.service(uid(last)));
            }
        };
    }

    public ResourceListener<Node> nodeListener() {
        return nodes.listener(() -> onChange.accept(ChangedObjects.NODES));
    }

    private void track(Service service) {
        locked(() -> entries.merge(uid(service), new Entry(service, version(service), false),
                (old, now) -> new Entry(service, old.sequence(), false)));
    }

    /** Parses a Service only once per version. */
    private ServiceSpec spec(Entry entry) {
        return parsed.compute(uid(entry.service()),
                (uid, known) -> known != null && known.entry() == entry ? known : new Parsed(entry, parse(entry)))
                .spec();
    }

    private ServiceSpec parse(Entry entry) {
        ServiceSpec spec = services.parse(entry.service(), entry.sequence());
        return entry.vanished() ? spec.gone() : spec;
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
                .map(Entry::service)
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

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
