package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What decides in the spec of a pod where it may run and what it reaches: node selector, node affinity, tolerations, host ports,
 * anti-affinity on machines, network and DNS policy. Not resources, priorities, topology spread or tolerationSeconds.
 */
record PodSpec(JsonNode json) {
    /** Whose name servers answer the pod. */
    enum Resolver {
        NODE, CLUSTER
    }

    boolean hostNetwork() {
        return json.path("hostNetwork").asBoolean();
    }

    /** As the kubelet decides: ClusterFirst in the network of the node falls back to what the node has. */
    Resolver resolver() {
        return switch (json.path("dnsPolicy").asText("ClusterFirst")) {
            case "Default" -> Resolver.NODE;
            case "ClusterFirst" -> hostNetwork() ? Resolver.NODE : Resolver.CLUSTER;
            case "ClusterFirstWithHostNet" -> Resolver.CLUSTER;
            default -> throw new UnsupportedOperationException("dnsPolicy of " + json);
        };
    }

    JsonNode container() {
        return json.path("containers").path(0);
    }

    /** Ports of the machine that the pod takes. */
    Set<Integer> hostPorts() {
        Set<Integer> ports = new TreeSet<>();
        for (JsonNode port : container().path("ports")) {
            int taken = port.path("hostPort").asInt(hostNetwork() ? port.path("containerPort").asInt() : 0);
            if (taken > 0) {
                ports.add(taken);
            }
        }
        return ports;
    }

    boolean tolerates(Taint taint) {
        return items(json.path("tolerations")).anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(JsonNode toleration, Taint taint) {
        String key = toleration.path("key").asText();
        String effect = toleration.path("effect").asText();
        boolean exists = toleration.path("operator").asText("Equal").equals("Exists");
        return (effect.isEmpty() || effect.equals(taint.effect()))
                && (key.isEmpty() ? exists : key.equals(taint.key()))
                && (exists || toleration.path("value").asText().equals(taint.value()));
    }

    /** Whether a machine with the labels is one that the pod asks for. */
    boolean selects(JsonNode labels) {
        boolean selected = json.path("nodeSelector")
                .properties()
                .stream()
                .allMatch(entry -> labels.has(entry.getKey())
                        && labels.path(entry.getKey()).asText().equals(entry.getValue().asText()));
        JsonNode terms = json
                .at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
        return selected && (terms.isMissingNode() || items(terms)
                .anyMatch(term -> items(term.path("matchExpressions")).allMatch(match -> matches(match, labels))));
    }

    private static boolean matches(JsonNode match, JsonNode labels) {
        String key = match.path("key").asText();
        List<String> values = items(match.path("values")).map(JsonNode::asText).toList();
        return switch (match.path("operator").asText()) {
            case "Exists" -> labels.has(key);
            case "DoesNotExist" -> !labels.has(key);
            case "In" -> labels.has(key) && values.contains(labels.path(key).asText());
            case "NotIn" -> !labels.has(key) || !values.contains(labels.path(key).asText());
            default -> throw new UnsupportedOperationException("node affinity " + match);
        };
    }

    /** Whether it must not share a machine with another pod of its workload. */
    boolean mustBeApart() {
        return items(json.at("/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution"))
                .anyMatch(term -> term.path("topologyKey").asText().equals("kubernetes.io/hostname"));
    }

    private static Stream<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
