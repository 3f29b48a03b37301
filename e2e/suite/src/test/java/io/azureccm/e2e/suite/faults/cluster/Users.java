package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What users do to Services, past all trouble of the API; and what they see. */
public final class Users {
    private static final String NAMESPACE = "default";

    private final Simulation simulation;
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    public Users(Simulation simulation) {
        this.simulation = simulation;
    }

    public void apply(ObjectNode manifest) {
        String name = manifest.at("/metadata/name").asText();
        if (find(name).isPresent())
            changed.add(name);
        simulation.api().apply(manifest);
    }

    /** Whether nobody has changed a Service of this name yet. */
    public boolean isFresh(String name) {
        return !changed.contains(name);
    }

    public void delete(String name) {
        changed.add(name);
        simulation.api().delete("services", NAMESPACE, name);
    }

    /** The pods of a Service run on these nodes. */
    public void pods(String name, Set<String> nodes) {
        ObjectNode slice = Foreign.json("""
                {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
                 "metadata": {"name": "%1$s", "namespace": "default", "labels": {"kubernetes.io/service-name": "%1$s"}},
                 "endpoints": []}""".formatted(name));
        nodes.forEach(node -> slice.withArray("endpoints")
                .addObject()
                .put("nodeName", node)
                .putArray("addresses")
                .add("10.244.0.9"));
        simulation.api().apply(slice);
    }

    /** The Services there are now, but the API's own. */
    public List<ObjectNode> services() {
        return simulation.api()
                .list("services", "")
                .stream()
                .filter(service -> !service.at("/metadata/name").asText().equals("kubernetes"))
                .toList();
    }

    public Optional<ObjectNode> find(String name) {
        return simulation.api().get("services", NAMESPACE, name);
    }

    /** Name to UID. */
    public Map<String, String> uids() {
        Map<String, String> uids = new TreeMap<>();
        services().forEach(service -> uids.put(service.at("/metadata/name").asText(),
                service.at("/metadata/uid").asText()));
        return uids;
    }

    /** What is asked for and is not there is made again. */
    public void restore(Map<String, ObjectNode> desired) {
        desired.forEach((name, manifest) -> {
            Optional<ObjectNode> there = find(name);
            if (there.isEmpty())
                apply(manifest);
        });
    }

    public void applyOnly(Map<String, ObjectNode> desired) {
        services().stream()
                .map(service -> service.at("/metadata/name").asText())
                .filter(name -> !desired.containsKey(name))
                .forEach(this::delete);
        desired.values().forEach(this::apply);
    }

    public void deleteAll() {
        services().forEach(service -> delete(service.at("/metadata/name").asText()));
    }

    public static boolean isLeaving(JsonNode service) {
        return service.path("metadata").has("deletionTimestamp");
    }

    public static List<String> addresses(JsonNode service) {
        return service.at("/status/loadBalancer").findValuesAsText("ip");
    }
}
