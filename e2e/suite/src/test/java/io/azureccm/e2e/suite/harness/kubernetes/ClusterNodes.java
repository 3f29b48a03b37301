package io.azureccm.e2e.suite.harness.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Nodes without machines: what a kubelet and the node controller of Kubernetes would write is written here. */
final class ClusterNodes {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A kube-apiserver gives it to new nodes; the node controller of Kubernetes takes it away. */
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final int ATTEMPTS = 20;

    private final ApiRequests api;
    private final CreatedObjects made;

    ClusterNodes(ApiRequests api, CreatedObjects made) {
        this.api = api;
        this.made = made;
    }

    void add(String name, String providerId, List<String> addresses, Map<String, String> labels,
            List<String> podCidrs) {
        ObjectNode node = node(name, labels);
        ObjectNode spec = node.putObject("spec").put("providerID", providerId);
        if (!podCidrs.isEmpty())
            putPodCidrs(spec, podCidrs);
        ObjectNode status = node.putObject("status");
        status.set("addresses", shown(name, addresses));
        status.set("conditions", JSON.createArrayNode().add(ready("True")));
        create(name, node);
    }

    void join(String name, Map<String, String> labels, Map<String, String> annotations) {
        ObjectNode node = node(name, labels);
        ObjectNode noted = node.withObjectProperty("metadata").putObject("annotations");
        annotations.forEach(noted::put);
        node.putObject("spec")
                .putArray("taints")
                .addObject()
                .put("key", "node.cloudprovider.kubernetes.io/uninitialized")
                .put("value", "true")
                .put("effect", "NoSchedule");
        create(name, node);
    }

    Map<String, JsonNode> all() {
        Map<String, JsonNode> shown = new TreeMap<>();
        made.list(ClusterPaths.NODES).forEach(node -> shown.put(node.at("/metadata/name").asText(), node));
        return shown;
    }

    void setReady(String name, String status) {
        ObjectNode patch = JSON.createObjectNode();
        patch.putObject("status").set("conditions", JSON.createArrayNode().add(ready(status)));
        api.patch(ClusterPaths.node(name) + "/status?fieldValidation=Strict", ApiRequests.STRATEGIC_MERGE, patch);
    }

    /** By PUT, so that trouble with the patches of a controller is not met here. */
    void move(String name, List<String> addresses) {
        replace(name, "/status", node -> {
            node.withObjectProperty("status").set("addresses", shown(name, addresses));
            return true;
        });
    }

    void givePodCidrs(String name, List<String> cidrs) {
        replace(name, "", node -> {
            putPodCidrs(node.withObjectProperty("spec"), cidrs);
            return true;
        });
    }

    private static void putPodCidrs(ObjectNode spec, List<String> cidrs) {
        ArrayNode ranges = spec.put("podCIDR", cidrs.getFirst()).putArray("podCIDRs");
        cidrs.forEach(ranges::add);
    }

    /** These taints, each with the effect NoSchedule, and no others. */
    void taint(String name, List<String> keys) {
        ObjectNode patch = JSON.createObjectNode();
        ArrayNode taints = patch.putObject("spec").putArray("taints");
        keys.forEach(key -> taints.addObject().put("key", key).put("effect", "NoSchedule"));
        api.patch(ClusterPaths.node(name) + "?fieldValidation=Strict", ApiRequests.MERGE, patch);
    }

    void label(String name, Map<String, String> labels) {
        ObjectNode patch = JSON.createObjectNode();
        ObjectNode wanted = patch.putObject("metadata").putObject("labels");
        labels.forEach(wanted::put);
        api.patch(ClusterPaths.node(name) + "?fieldValidation=Strict", ApiRequests.MERGE, patch);
    }

    private void create(String name, ObjectNode node) {
        JsonNode created = api.post(ClusterPaths.NODES + "?fieldValidation=Strict", node);
        made.add(ClusterPaths.node(name), created);
        if (created.at("/spec/taints").toString().contains(NOT_READY))
            replace(name, "", ClusterNodes::dropNotReady);
    }

    private static boolean dropNotReady(ObjectNode node) {
        ArrayNode taints = node.withObjectProperty("spec").withArrayProperty("taints");
        int before = taints.size();
        taints.removeIf(taint -> taint.path("key").asText().equals(NOT_READY));
        return taints.size() < before;
    }

    /** Reads, edits and puts back, again when somebody else has written in between; false means that nothing is to be done. */
    private void replace(String name, String subresource, Predicate<ObjectNode> edit) {
        String path = ClusterPaths.node(name);
        for (int attempt = 1;; attempt++) {
            ObjectNode node = made.get(path).orElseThrow();
            if (!edit.test(node))
                return;
            try {
                api.put(path + subresource + "?fieldValidation=Strict", node);
                return;
            } catch (KubernetesClientException e) {
                if (KubeFailures.code(e) != 409 || attempt == ATTEMPTS)
                    throw e;
            }
        }
    }

    private static ObjectNode node(String name, Map<String, String> labels) {
        ObjectNode node = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode shown = node.putObject("metadata").put("name", name).putObject("labels");
        labels.forEach(shown::put);
        shown.put("kubernetes.io/hostname", name).put(CreatedObjects.LABEL, "true");
        return node;
    }

    private static ArrayNode shown(String name, List<String> addresses) {
        ArrayNode shown = JSON.createArrayNode();
        addresses.forEach(address -> shown.addObject().put("type", "InternalIP").put("address", address));
        shown.addObject().put("type", "Hostname").put("address", name);
        return shown;
    }

    private static ObjectNode ready(String status) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return JSON.createObjectNode()
                .put("type", "Ready")
                .put("status", status)
                .put("reason", "Suite")
                .put("message", "said by the suite")
                .put("lastHeartbeatTime", now)
                .put("lastTransitionTime", now);
    }
}
