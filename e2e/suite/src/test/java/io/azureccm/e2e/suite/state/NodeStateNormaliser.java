package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reduces a Node to what a node controller decides: provider id, addresses in their order, taints, labels but those of
 * {@code kubernetes.io} and of this suite, and conditions but Ready.
 */
public final class NodeStateNormaliser {
    private static final ObjectMapper JSON = new ObjectMapper();

    private NodeStateNormaliser() {}

    public static ObjectNode normalise(JsonNode node) {
        ObjectNode state = JSON.createObjectNode();
        var addresses = state.putArray("addresses");
        node.at("/status/addresses")
                .forEach(each -> addresses
                        .add(each.path("type").asText() + "=" + each.path("address").asText()));
        state.putObject("annotations").setAll(stripped(node.at("/metadata/annotations")));
        var conditions = state.putArray("conditions");
        node.at("/status/conditions").forEach(each -> {
            if (!each.path("type").asText().equals("Ready"))
                conditions.add(each.path("type").asText() + "=" + each.path("status").asText() + ":"
                        + each.path("reason").asText());
        });
        state.putObject("labels").setAll(stripped(node.at("/metadata/labels")));
        state.put("providerID", node.at("/spec/providerID").asText(""));
        var taints = state.putArray("taints");
        node.at("/spec/taints")
                .forEach(each -> taints.add(each.path("key").asText() + "=" + each.path("value").asText("") + ":"
                        + each.path("effect").asText()));
        return state;
    }

    private static ObjectNode stripped(JsonNode map) {
        Map<String, String> kept = new TreeMap<>();
        map.properties().forEach(each -> {
            if (!each.getKey().startsWith("kubernetes.io/") && !each.getKey().equals(Cluster.MARK))
                kept.put(each.getKey(), each.getValue().asText());
        });
        return JSON.valueToTree(kept);
    }
}
