package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded case of nodes: what is in Azure, which nodes there are, what happens to one machine, and what the nodes are to be
 * like then. {@code reads} are the calls that must not be exceeded, if that was recorded.
 */
record NodeCase(String name, ObjectNode cloudConfig, List<ObjectNode> azure, List<Given> nodes,
        Optional<Action> action, Map<String, JsonNode> expected, Optional<Integer> reads) {
    /** A node before: up and initialised, or just joined. */
    record Given(String name, String providerId, List<String> addresses, Map<String, String> labels,
            boolean initialised) {}

    /** Something that happens to the machine of a node, counted from 0; the node is not ready from then on. */
    record Action(String what, int index, String detail) {}

    /** Recorded ones, then own ones. */
    static final List<String> ALL = CaseNames.after(List.of("init-scale-set", "init-standalone", "init-zones",
            "gone-deleted", "gone-stopped"), "node");
    private static final ObjectMapper JSON = new ObjectMapper();

    static NodeCase read(String name) {
        String path = "/conformance/node/" + name + ".json";
        try (InputStream in = NodeCase.class.getResourceAsStream(path)) {
            if (in == null)
                throw new IllegalArgumentException("no conformance case at " + path);
            return parse(JSON.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + path, e);
        }
    }

    private static NodeCase parse(JsonNode json) {
        List<ObjectNode> azure = new ArrayList<>();
        json.required("azure").forEach(resource -> azure.add((ObjectNode) resource));
        List<Given> nodes = new ArrayList<>();
        json.required("nodes").forEach(node -> nodes.add(given(node)));
        Map<String, JsonNode> expected = new HashMap<>();
        json.required("expect")
                .required("nodes")
                .properties()
                .forEach(node -> expected.put(node.getKey(),
                        node.getValue()));
        JsonNode reads = json.at("/referenceCalls/reads");
        return new NodeCase(json.required("name").asText(), (ObjectNode) json.required("cloudConfig"), azure, nodes,
                action(json.path("action")), expected,
                reads.isMissingNode() ? Optional.empty() : Optional.of(reads.asInt()));
    }

    private static Given given(JsonNode node) {
        List<String> addresses = new ArrayList<>();
        node.path("addresses").forEach(address -> addresses.add(address.asText()));
        Map<String, String> labels = new HashMap<>();
        node.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return new Given(node.required("name").asText(), node.required("providerID").asText(), addresses, labels,
                node.path("initialised").asBoolean(true));
    }

    private static Optional<Action> action(JsonNode json) {
        return json.isArray()
                ? Optional.of(new Action(json.get(0).asText(), json.get(1).asInt(), json.path(2).asText("")))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return name;
    }
}
