package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One recorded case of routes: what is in Azure and in Kubernetes, what happens to a node, and what the route tables and the
 * condition NetworkUnavailable of each node are afterwards. {@code limits} are absent where they were not recorded.
 */
record RouteCase(String name, ObjectNode cloudConfig, List<ObjectNode> azure, List<NodeSpec> nodes,
        Optional<Action> action, ObjectNode routes, ObjectNode conditions,
        Optional<ConformanceCase.CallLimits> limits) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS = Set.of("name", "cloudConfig", "azure", "nodes", "action", "waitSeconds",
            "expect", "referenceCalls");

    /** A node with its ranges of pod addresses. */
    record NodeSpec(String name, String providerId, List<String> addresses, List<String> podCidrs, JsonNode labels) {}

    /** Something that happens to the node of this index once the first routes are written. */
    record Action(String kind, int node) {
        static final Set<String> KINDS = Set.of("remove_node");
    }

    static RouteCase read(String name) {
        String path = "/conformance/route/" + name + ".json";
        try (InputStream in = RouteCase.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no conformance case at " + path);
            }
            return parse(JSON.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + path, e);
        }
    }

    static RouteCase parse(JsonNode json) {
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown keys in case: " + unknown);
        }
        List<ObjectNode> azure = new ArrayList<>();
        json.path("azure").forEach(resource -> azure.add((ObjectNode) resource));
        List<NodeSpec> nodes = new ArrayList<>();
        json.path("nodes").forEach(node -> nodes.add(node(node)));
        ObjectNode conditions = JSON.createObjectNode();
        json.required("expect")
                .required("nodes")
                .properties()
                .forEach(node -> conditions.set(node.getKey(), node.getValue().path("conditions")));
        return new RouteCase(json.required("name").asText(), (ObjectNode) json.required("cloudConfig"), azure, nodes,
                action(json.path("action")), (ObjectNode) json.required("expect").required("routes"), conditions,
                limits(json.path("referenceCalls")));
    }

    private static NodeSpec node(JsonNode json) {
        return new NodeSpec(json.required("name").asText(), json.required("providerID").asText(),
                texts(json.required("addresses")), texts(json.path("podCIDRs")), json.path("labels"));
    }

    private static Optional<Action> action(JsonNode json) {
        if (json.isNull() || json.isMissingNode()) {
            return Optional.empty();
        }
        String kind = json.path(0).asText();
        if (!Action.KINDS.contains(kind)) {
            throw new IllegalArgumentException("unknown action " + json);
        }
        return Optional.of(new Action(kind, json.required(1).asInt()));
    }

    private static Optional<ConformanceCase.CallLimits> limits(JsonNode json) {
        return json.isMissingNode()
                ? Optional.empty()
                : Optional.of(new ConformanceCase.CallLimits(json.required("reads").asInt(),
                        json.required("writes").asInt()));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    @Override
    public String toString() {
        return name;
    }
}
