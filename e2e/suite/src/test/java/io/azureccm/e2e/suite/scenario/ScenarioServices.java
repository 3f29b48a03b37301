package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scenario asks of the cluster: Services in the namespace {@code default}, their addresses, what is told about them. */
record ScenarioServices(Cluster cluster) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Applies a Service with one TCP port; annotations are given as YAML members. */
    void apply(String name, int port, String annotations) {
        cluster.apply((ObjectNode) JSON.createObjectNode()
                .put("apiVersion", "v1")
                .put("kind", "Service")
                .setAll(Map.of("metadata", metadata(name, annotations), "spec", spec(port))));
    }

    private static JsonNode metadata(String name, String annotations) {
        try {
            ObjectNode metadata = JSON.createObjectNode().put("name", name).put("namespace", "default");
            return metadata.set("annotations", JSON.readTree(annotations));
        } catch (IOException e) {
            throw new UncheckedIOException(annotations, e);
        }
    }

    private static JsonNode spec(int port) {
        ObjectNode spec = JSON.createObjectNode().put("type", "LoadBalancer");
        spec.putArray("ports").addObject().put("port", port).put("protocol", "TCP");
        return spec;
    }

    void delete(String name) {
        cluster.delete("default/" + name);
    }

    Optional<ObjectNode> find(String name) {
        return cluster.service("default/" + name);
    }

    /** Addresses in the status of a Service. */
    static List<String> addresses(JsonNode service) {
        return service.at("/status/loadBalancer").findValuesAsText("ip");
    }

    /** Reasons of the events about a Service, with their messages. */
    List<String> events(String name) {
        return cluster.events()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(name))
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText())
                .toList();
    }

    /** The Services there are, whatever their namespace. */
    List<ObjectNode> all() {
        return cluster.services()
                .values()
                .stream()
                .filter(service -> service != null)
                .map(ObjectNode.class::cast)
                .toList();
    }
}
