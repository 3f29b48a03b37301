package io.azureccm.service.informer;

import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Index of what placement needs besides the Services: the labels of their namespaces, and the nodes that run their pods. Each is watched
 * only if the cloud config makes use of it. Reports changes; thread-safe.
 */
public final class EndpointIndex {
    private static final String SERVICE_LABEL = "kubernetes.io/service-name";

    private final Set<String> namespaceKeys;
    private final boolean labelsMatter;
    private final boolean namespacesMatter;
    private final boolean endpointsMatter;
    private final Map<String, Map<String, String>> namespaces = new ConcurrentHashMap<>();
    private final Map<ServiceKey, SliceNodes> slices = new HashMap<>();
    private final AtomicLong version = new AtomicLong();
    private volatile Consumer<String> namespaceChanged = name -> {};
    private volatile Consumer<ServiceKey> endpointsChanged = key -> {};

    public EndpointIndex(LoadBalancerConfig config) {
        this.endpointsMatter = config.severalLoadBalancers();
        this.labelsMatter = endpointsMatter
                && config.multiple().stream().anyMatch(each -> each.serviceLabelSelector().isPresent());
        this.namespacesMatter = endpointsMatter
                && config.multiple().stream().anyMatch(each -> each.serviceNamespaceSelector().isPresent());
        this.namespaceKeys = namespacesMatter
                ? LabelSelector
                        .keys(config.multiple().stream().flatMap(each -> each.serviceNamespaceSelector().stream()))
                : Set.of();
    }

    /** Registers listeners for namespaces whose labels changed, and for Services whose pods run on other nodes. */
    void listen(Consumer<String> namespace, Consumer<ServiceKey> endpoints) {
        this.namespaceChanged = namespace;
        this.endpointsChanged = endpoints;
    }

    /** Whether the placement of a Service depends on its labels. */
    boolean labelsMatter() {
        return labelsMatter;
    }

    boolean namespacesMatter() {
        return namespacesMatter;
    }

    boolean endpointsMatter() {
        return endpointsMatter;
    }

    /** The version of what this index shows: another one after each change. */
    long version() {
        return version.get();
    }

    /** The labels of a namespace that select load balancers; empty if it is not known. */
    Optional<Map<String, String>> labels(String namespace) {
        return Optional.ofNullable(namespaces.get(namespace));
    }

    /** The nodes that run pods of the Service; empty if it has no known EndpointSlice. */
    Optional<Set<String>> nodes(ServiceKey service) {
        synchronized (slices) {
            return Optional.ofNullable(slices.get(service)).map(SliceNodes::all);
        }
    }

    ResourceListener<Namespace> namespaceListener() {
        return new ResourceListener<>() {
            @Override
            public void added(Namespace namespace) {
                note(namespace);
            }

            @Override
            public void updated(Namespace before, Namespace after) {
                note(after);
            }

            @Override
            public void deleted(Namespace last, boolean lastStateUnknown) {
                namespaces.remove(last.getMetadata().getName());
                version.incrementAndGet();
            }
        };
    }

    ResourceListener<EndpointSlice> sliceListener() {
        return new ResourceListener<>() {
            @Override
            public void added(EndpointSlice slice) {
                note(slice, Optional.of(nodes(slice)));
            }

            @Override
            public void updated(EndpointSlice before, EndpointSlice after) {
                if (!service(before).equals(service(after)))
                    note(before, Optional.empty());
                note(after, Optional.of(nodes(after)));
            }

            @Override
            public void deleted(EndpointSlice last, boolean lastStateUnknown) {
                note(last, Optional.empty());
            }
        };
    }

    private void note(Namespace namespace) {
        Map<String, String> labels = new HashMap<>(
                namespace.getMetadata().getLabels() == null ? Map.of() : namespace.getMetadata().getLabels());
        labels.keySet().retainAll(namespaceKeys);
        String name = namespace.getMetadata().getName();
        if (!labels.equals(namespaces.put(name, Map.copyOf(labels)))) {
            version.incrementAndGet();
            namespaceChanged.accept(name);
        }
    }

    /** {@code shown}: empty if the slice was deleted. A slice without pods has no nodes, but is known. */
    private void note(EndpointSlice slice, Optional<Set<String>> shown) {
        service(slice).ifPresent(key -> {
            boolean changed;
            synchronized (slices) {
                SliceNodes known = slices.computeIfAbsent(key, name -> new SliceNodes());
                changed = known.note(slice.getMetadata().getName(), shown);
                if (known.isEmpty())
                    slices.remove(key);
            }
            if (changed) {
                version.incrementAndGet();
                endpointsChanged.accept(key);
            }
        });
    }

    private static Optional<ServiceKey> service(EndpointSlice slice) {
        Map<String, String> labels = slice.getMetadata().getLabels();
        return labels == null || labels.get(SERVICE_LABEL) == null
                ? Optional.empty()
                : Optional.of(new ServiceKey(slice.getMetadata().getNamespace(), labels.get(SERVICE_LABEL)));
    }

    private static Set<String> nodes(EndpointSlice slice) {
        Set<String> nodes = new HashSet<>();
        for (Endpoint endpoint : slice.getEndpoints()) {
            if (endpoint.getNodeName() != null && serves(endpoint.getConditions()))
                nodes.add(endpoint.getNodeName());
        }
        return nodes;
    }

    /** A terminating pod still serves its connections, so its node stays in the pool until the pod is done. */
    private static boolean serves(EndpointConditions conditions) {
        return conditions == null || !Boolean.FALSE.equals(conditions.getReady())
                || Boolean.TRUE.equals(conditions.getServing());
    }
}
