package io.azureccm.service.reconcile.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.service.informer.ClusterParser;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedObjects;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What the watches show as JSON, and back: Services and nodes as the API server shows them, and only what changed since it was written
 * before. One instance writes or reads one segment of a record.
 */
public final class ClusterRecord {
    private static final TypedValues VALUES = new TypedValues(module -> module);
    private static final String SERVICES = "services";
    private static final String SERVICE = "service";
    private static final String SEQUENCE = "sequence";
    private static final String VANISHED = "vanished";
    private static final String NODES = "nodes";
    private static final String OTHERS = "others";

    /**
     * What is written whole when it changes: the order of the Services, and what is known beside them and the nodes; {@code endpoints}: by
     * {@code namespace/name} of the Service.
     */
    private record Others(List<String> order, Set<ArmId> departed, Set<String> deleted,
            Map<String, Map<String, String>> namespaces, Map<String, Set<String>> endpoints) {
        static Others of(WatchedObjects objects) {
            Map<String, Set<String>> endpoints = new HashMap<>();
            objects.endpoints().forEach((service, nodes) -> endpoints.put(service.toString(), nodes));
            return new Others(List.copyOf(objects.services().keySet()), objects.departed(), objects.deleted(),
                    objects.namespaces(), endpoints);
        }

        Map<ServiceKey, Set<String>> endpointsOfServices() {
            Map<ServiceKey, Set<String>> all = new HashMap<>();
            endpoints.forEach((service, nodes) -> all.put(ServiceKey.parse(service), nodes));
            return all;
        }
    }

    private final ClusterParser parser;
    private NamedChanges<WatchedService> services;
    private NamedChanges<Node> nodes;
    private WatchedCluster last;

    public ClusterRecord(ClusterParser parser) {
        this.parser = parser;
        forget();
    }

    /** What comes next is written whole. */
    public void forget() {
        services = new NamedChanges<>(Function.identity(), ClusterRecord::write, ClusterRecord::service);
        nodes = new NamedChanges<>(Function.identity(), ApiRequests::toJson,
                json -> ApiRequests.fromJson(json, Node.class));
        last = WatchedCluster.NOTHING;
    }

    public JsonNode write(WatchedCluster cluster) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (cluster == last)
            return json;
        Others others = Others.of(cluster.objects());
        json.set(SERVICES, services.write(cluster.objects().services()));
        json.set(NODES, nodes.write(cluster.objects().nodes()));
        if (!others.equals(Others.of(last.objects())))
            json.set(OTHERS, VALUES.write(Others.class, others));
        last = cluster;
        return json;
    }

    private static JsonNode write(WatchedService watched) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(SERVICE, ApiRequests.toJson(watched.service()));
        return json.put(SEQUENCE, watched.sequence()).put(VANISHED, watched.vanished());
    }

    private static WatchedService service(JsonNode json) {
        return new WatchedService(ApiRequests.fromJson(json.path(SERVICE), Service.class),
                json.path(SEQUENCE).asLong(), json.path(VANISHED).asBoolean());
    }

    /** What {@link #write} wrote; throws if it cannot be read. */
    public WatchedCluster read(JsonNode json) {
        if (json.isEmpty())
            return last;
        Map<String, WatchedService> byUid = services.read(json.path(SERVICES));
        Others others = json.has(OTHERS)
                ? VALUES.read(Others.class, json.path(OTHERS))
                : Others.of(last.objects());
        Map<String, WatchedService> inOrder = new LinkedHashMap<>();
        others.order().forEach(uid -> inOrder.put(uid, byUid.get(uid)));
        last = parser.parse(new WatchedObjects(inOrder, nodes.read(json.path(NODES)), others.departed(),
                others.deleted(), others.namespaces(), others.endpointsOfServices()));
        return last;
    }
}
