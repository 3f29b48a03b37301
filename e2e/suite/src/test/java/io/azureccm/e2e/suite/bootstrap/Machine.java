package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import java.util.List;
import java.util.function.Predicate;

/**
 * A machine with its kubelet, and what kube-controller-manager and the network plug-in do to its node: it registers with the
 * taints of an external cloud provider, becomes ready when the plug-in's agent has given it pod addresses, and loses each taint
 * with its cause. Heartbeats, eviction and the tainting of nodes that fail later are not modelled.
 */
final class Machine {
    private final ClusterSimulator cluster;
    private final String name;
    private final String address;
    private boolean podNetwork;

    /** {@code address} is the loopback address that stands for the machine's own: ports of machines do not meet. */
    Machine(ClusterSimulator cluster, String name, String address) {
        this.cluster = cluster;
        this.name = name;
        this.address = address;
    }

    String name() {
        return name;
    }

    String address() {
        return address;
    }

    /** Whether pods that are not in the machine's network get one. */
    boolean podNetwork() {
        return podNetwork;
    }

    void register(boolean controlPlane) {
        ObjectNode node = Json.object();
        node.put("apiVersion", "v1").put("kind", "Node");
        ObjectNode metadata = node.putObject("metadata").put("name", name);
        ObjectNode labels = metadata.putObject("labels")
                .put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux");
        ArrayNode taints = node.putObject("spec").putArray("taints");
        taint(taints, Taint.UNINITIALIZED, "true", "NoSchedule");
        taint(taints, Taint.NOT_READY, "", "NoSchedule");
        taint(taints, Taint.NETWORK_UNAVAILABLE, "", "NoSchedule");
        taint(taints, Taint.AGENT_NOT_READY, "true", "NoExecute");
        if (controlPlane) {
            labels.put(Taint.CONTROL_PLANE, "");
            taint(taints, Taint.CONTROL_PLANE, "", "NoSchedule");
        }
        ArrayNode conditions = node.putObject("status").putArray("conditions");
        condition(conditions, "Ready", "False", "KubeletNotReady");
        condition(conditions, "NetworkUnavailable", "True", "NoRouteCreated");
        cluster.apply(node);
    }

    private static void taint(ArrayNode taints, String key, String value, String effect) {
        ObjectNode taint = taints.addObject().put("key", key).put("effect", effect);
        if (!value.isEmpty()) {
            taint.put("value", value);
        }
    }

    private static void condition(ArrayNode conditions, String type, String status, String reason) {
        conditions.addObject().put("type", type).put("status", status).put("reason", reason).put("message", reason);
    }

    JsonNode node() {
        return cluster.get("nodes", "", name).orElseThrow();
    }

    List<Taint> taints() {
        return Taint.of(node());
    }

    boolean hasTaint(String key) {
        return taints().stream().anyMatch(taint -> taint.key().equals(key));
    }

    boolean isInitialised() {
        return !hasTaint(Taint.UNINITIALIZED) && !node().at("/spec/providerID").asText().isEmpty();
    }

    boolean hasPodAddresses() {
        return !node().at("/spec/podCIDR").asText().isEmpty();
    }

    boolean isReady() {
        return has("Ready", "True");
    }

    boolean isRouted() {
        return has("NetworkUnavailable", "False");
    }

    private boolean has(String condition, String status) {
        for (JsonNode item : node().at("/status/conditions")) {
            if (item.path("type").asText().equals(condition)) {
                return item.path("status").asText().equals(status);
            }
        }
        return false;
    }

    /** What the agent of the network plug-in does on its machine: with a pod CIDR it sets the network up and says so. */
    void agentWorks() {
        podNetwork |= hasPodAddresses();
        if (podNetwork) {
            dropTaint(taint -> taint.equals(Taint.AGENT_NOT_READY));
        }
    }

    /** What kubelet and node lifecycle controller do: the condition Ready, and taints that have lost their cause. */
    void lifecycle() {
        if (podNetwork && !isReady()) {
            becomeReady();
        }
        if (isReady()) {
            dropTaint(taint -> taint.equals(Taint.NOT_READY));
        }
        if (isRouted()) {
            dropTaint(taint -> taint.equals(Taint.NETWORK_UNAVAILABLE));
        }
    }

    private void becomeReady() {
        JsonNode node = node();
        ArrayNode conditions = node.at("/status/conditions").deepCopy();
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals("Ready")) {
                ((ObjectNode) condition).put("status", "True").put("reason", "KubeletReady").put("message", "ready");
            }
        }
        Conflicts.ignored(() -> cluster.patchStatus("nodes", "", name,
                node.at("/metadata/resourceVersion").asText(), Json.object().set("conditions", conditions)));
    }

    private void dropTaint(Predicate<String> which) {
        JsonNode node = node();
        ArrayNode rest = Json.object().putArray("taints");
        node.at("/spec/taints").forEach(taint -> {
            if (!which.test(taint.path("key").asText())) {
                rest.add(taint);
            }
        });
        if (rest.size() == node.at("/spec/taints").size()) {
            return;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", node.at("/metadata/resourceVersion").asText());
        patch.putObject("spec").set("taints", rest);
        Conflicts.ignored(() -> cluster.patch("nodes", "", name, patch));
    }
}
