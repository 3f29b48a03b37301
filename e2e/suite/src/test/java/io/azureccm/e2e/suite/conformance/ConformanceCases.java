package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.conformance.ConformanceCase.CallLimits;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Expectation;
import io.azureccm.e2e.suite.conformance.ConformanceCase.NodeSpec;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Step;
import io.azureccm.e2e.suite.conformance.ConformanceCase.Warning;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Reads the cases under {@code conformance/service} on the class path; an unknown key or step is an error. */
final class ConformanceCases {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS = Set.of("name", "cloudConfig", "azure", "nodes", "steps", "expect",
            "referenceCalls");
    private static final Set<String> EXPECT_KEYS = Set.of("azure", "services", "warningEvents", "afterDelete");
    private static final Set<String> NODE_KEYS = Set.of("name", "providerID", "addresses", "labels");

    /** What the service controller does today. */
    static final List<String> SUPPORTED = List.of("basic-tcp", "tcp-and-udp", "internal", "internal-static-ip",
            "local-traffic-policy", "source-ranges", "idle-timeout", "idle-timeout-bad", "probe-http",
            "session-affinity",
            "pip-name", "two-services", "add-port", "external-to-internal", "delete-one-of-two", "class-of-another",
            "node-ip-pool", "allowed-service-tags", "dns-label", "dual-stack", "floating-ip-off", "share-pip-name",
            "availability-set");

    /** Cases of features that are not built yet. */
    static final List<String> PLANNED = List.of();

    private ConformanceCases() {}

    static ConformanceCase read(String name) {
        String path = "/conformance/service/" + name + ".json";
        try (InputStream in = ConformanceCases.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no conformance case at " + path);
            }
            return parse(JSON.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + path, e);
        }
    }

    static ConformanceCase parse(JsonNode json) {
        checkKeys("case", json, KEYS);
        JsonNode expect = json.path("expect");
        checkKeys("expect", expect, EXPECT_KEYS);
        return new ConformanceCase(json.required("name").asText(), object(json.required("cloudConfig")),
                objects(json.path("azure")), stream(json.path("nodes")).map(ConformanceCases::node).toList(),
                stream(json.path("steps")).map(ConformanceCases::step).toList(),
                new Expectation(object(expect.required("azure")), object(expect.required("services")),
                        warnings(expect.path("warningEvents")), object(expect.required("afterDelete"))),
                new CallLimits(json.required("referenceCalls").required("reads").asInt(),
                        json.path("referenceCalls").required("writes").asInt()));
    }

    private static NodeSpec node(JsonNode json) {
        checkKeys("node", json, NODE_KEYS);
        return new NodeSpec(json.required("name").asText(), json.required("providerID").asText(),
                stream(json.required("addresses")).map(JsonNode::asText).toList(),
                json.has("labels") ? strings(json.get("labels")) : Map.of());
    }

    private static Step step(JsonNode json) {
        if (json.size() != 1) {
            throw new IllegalArgumentException("a step does one thing: " + json);
        }
        String kind = json.fieldNames().next();
        return switch (kind) {
            case "apply" -> new Step.Apply(objects(json.get(kind)));
            case "delete" -> new Step.Delete(stream(json.get(kind)).map(JsonNode::asText).toList());
            case "node_labels" -> new Step.LabelNodes(
                    JSON.convertValue(json.get(kind), new TypeReference<Map<String, Map<String, String>>>() {
                    }));
            default -> throw new IllegalArgumentException("unknown step " + kind);
        };
    }

    private static Set<Warning> warnings(JsonNode json) {
        return stream(json).map(pair -> new Warning(pair.get(0).asText(), pair.get(1).asText()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static void checkKeys(String what, JsonNode json, Set<String> known) {
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown keys in " + what + ": " + unknown);
        }
    }

    private static ObjectNode object(JsonNode json) {
        return (ObjectNode) json;
    }

    private static List<ObjectNode> objects(JsonNode array) {
        List<ObjectNode> objects = new ArrayList<>();
        array.forEach(element -> objects.add((ObjectNode) element));
        return objects;
    }

    private static Map<String, String> strings(JsonNode json) {
        return JSON.convertValue(json, new TypeReference<Map<String, String>>() {
        });
    }

    private static java.util.stream.Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
