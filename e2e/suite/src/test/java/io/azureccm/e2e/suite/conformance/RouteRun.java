package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.Azure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.state.StateDiff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plays one case of routes, and says in which points the outcome is another than expected. */
final class RouteRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RouteCase given;
    private final Azure azure;
    private final Cluster cluster;
    private final ControllerUnderTest controller;

    RouteRun(RouteCase given, Azure azure, Cluster cluster, ControllerUnderTest controller) {
        this.given = given;
        this.azure = azure;
        this.cluster = cluster;
        this.controller = controller;
    }

    /** The problems as lines; empty when the case conforms. The cloud config of the launch is written. */
    List<String> play(Launch launch) {
        azure.seed(given.azure());
        given.nodes()
                .forEach(node -> cluster.addNode(node.name(), node.providerId(), node.addresses(),
                        labels(node.labels()), node.podCidrs()));
        writeCloudConfig(launch.cloudConfig());
        controller.start(launch);
        controller.awaitQuiet(SteadyState.BOUND);
        given.action().ifPresent(action -> {
            cluster.removeNode(given.nodes().get(action.node()).name());
            controller.awaitQuiet(SteadyState.BOUND);
        });
        List<String> problems = new ArrayList<>();
        add(problems, "routes", given.routes(), tables());
        add(problems, "conditions", given.conditions(), conditions());
        given.limits().ifPresent(limits -> {
            Azure.Calls calls = azure.calls();
            if (calls.reads() > limits.reads() || calls.writes() > limits.writes()) {
                problems.add("calls: at most " + limits + ", spent " + calls);
            }
        });
        return problems;
    }

    /** Each route table by name: its routes by name with what a person sets, and its tags. */
    private ObjectNode tables() {
        ObjectNode tables = JSON.createObjectNode();
        for (ObjectNode resource : azure.resources()) {
            if (!resource.path("type").asText().equalsIgnoreCase("Microsoft.Network/routeTables")) {
                continue;
            }
            ObjectNode table = tables.putObject(resource.path("name").asText());
            ObjectNode routes = table.putObject("routes");
            resource.path("properties").path("routes").forEach(route -> {
                ObjectNode shown = routes.putObject(route.path("name").asText());
                for (String key : List.of("addressPrefix", "nextHopIpAddress", "nextHopType")) {
                    if (route.path("properties").has(key)) {
                        shown.set(key, route.path("properties").get(key));
                    }
                }
            });
            table.set("tags", resource.has("tags") ? resource.get("tags") : JSON.createObjectNode());
        }
        return tables;
    }

    private ObjectNode conditions() {
        ObjectNode nodes = JSON.createObjectNode();
        cluster.nodes().forEach((name, node) -> {
            var shown = nodes.putArray(name);
            node.path("status").path("conditions").forEach(condition -> {
                if (condition.path("type").asText().equals("NetworkUnavailable")) {
                    shown.add("NetworkUnavailable=" + condition.path("status").asText() + " "
                            + condition.path("reason").asText() + ": " + condition.path("message").asText());
                }
            });
        });
        return nodes;
    }

    private void writeCloudConfig(Path file) {
        ObjectNode config = given.cloudConfig().deepCopy();
        config.setAll(azure.access());
        try {
            Files.writeString(file, JSON.writeValueAsString(config));
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + file, e);
        }
    }

    private static Map<String, String> labels(JsonNode json) {
        Map<String, String> labels = new HashMap<>();
        json.properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    private static void add(List<String> problems, String what, JsonNode expected, JsonNode found) {
        StateDiff.lines(expected, found).forEach(line -> problems.add(what + ": " + line));
    }
}
