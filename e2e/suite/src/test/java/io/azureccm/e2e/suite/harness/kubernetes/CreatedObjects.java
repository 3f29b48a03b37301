package io.azureccm.e2e.suite.harness.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects that a scenario has made in a cluster, so that these and no others are taken away again. They carry a label, by
 * which the next scenario finds what one that was killed has left.
 */
public final class CreatedObjects {
    /** The label of everything that this suite makes. */
    public static final String LABEL = "suite.azureccm.io/made";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ApiRequests api;
    /** Path to uid; an empty uid stands for whatever has that name. */
    private final Map<String, String> made = new LinkedHashMap<>();
    private final Set<String> subjects = new HashSet<>();

    CreatedObjects(ApiRequests api) {
        this.api = api;
    }

    /** The object as the API shows it; empty when it is not there. */
    Optional<ObjectNode> get(String path) {
        try {
            return Optional.of((ObjectNode) api.get(path));
        } catch (KubernetesClientException e) {
            if (KubeFailures.code(e) == 404)
                return Optional.empty();
            throw e;
        }
    }

    List<ObjectNode> list(String path) {
        List<ObjectNode> items = new ArrayList<>();
        api.get(path).path("items").forEach(item -> items.add((ObjectNode) item));
        return items;
    }

    boolean isMade(String path) {
        return made.containsKey(path);
    }

    void add(String path, JsonNode object) {
        made.put(path, object.at("/metadata/uid").asText());
        subjects.add(object.at("/metadata/uid").asText());
        if (path.startsWith(ClusterPaths.NODES))
            subjects.add(object.at("/metadata/name").asText());
    }

    /** Whatever will be at this path has been made by the scenario or by its controller. */
    void claim(String path) {
        made.put(path, "");
    }

    /** Events about objects made here, in all namespaces and in their core form. */
    List<ObjectNode> events() {
        return list(ClusterPaths.EVENTS).stream().filter(this::isAboutOurs).toList();
    }

    private boolean isAboutOurs(ObjectNode event) {
        JsonNode object = event.path("involvedObject");
        return subjects.contains(object.path("uid").asText("none"))
                || object.path("kind").asText().equals("Node") && subjects.contains(object.path("name").asText());
    }

    /** Takes away what is left of it, finalizers or not, the newest first, and the events about it. */
    void removeAll() {
        List<String> paths = new ArrayList<>(made.keySet());
        paths.reversed().forEach(path -> remove(path, made.get(path)));
        events().forEach(this::removeEvent);
    }

    /** Takes away what a scenario of this suite left behind when it was killed. */
    void removeLeftovers() {
        for (String kind : List.of("api/v1/namespaces", ClusterPaths.SERVICES, ClusterPaths.NODES,
                "apis/discovery.k8s.io/v1/endpointslices")) {
            for (ObjectNode left : list(kind + "?labelSelector=" + LABEL)) {
                String namespace = left.at("/metadata/namespace").asText();
                int slash = kind.lastIndexOf('/');
                String path = namespace.isEmpty()
                        ? kind
                        : kind.substring(0, slash) + "/namespaces/" + namespace + kind.substring(slash);
                add(path + "/" + left.at("/metadata/name").asText(), left);
            }
        }
        removeAll();
        made.clear();
        subjects.clear();
    }

    private void remove(String path, String uid) {
        Optional<ObjectNode> left = get(path).filter(
                object -> uid.isEmpty() || object.at("/metadata/uid").asText().equals(uid));
        if (left.isEmpty())
            return;
        String thisOne = left.get().at("/metadata/uid").asText();
        ObjectNode options = JSON.createObjectNode().put("kind", "DeleteOptions").put("apiVersion", "v1");
        options.putObject("preconditions").put("uid", thisOne);
        unlessGone(() -> {
            if (!left.get().at("/metadata/finalizers").isEmpty()) {
                ObjectNode patch = JSON.createObjectNode();
                patch.putObject("metadata").put("uid", thisOne).putNull("finalizers");
                api.patch(path, ApiRequests.MERGE, patch);
            }
            api.delete(path, options);
        });
    }

    private void removeEvent(ObjectNode event) {
        unlessGone(() -> api.delete("api/v1/namespaces/" + event.at("/metadata/namespace").asText() + "/events/"
                + event.at("/metadata/name").asText(), JSON.createObjectNode()));
    }

    private static void unlessGone(Runnable removal) {
        try {
            removal.run();
        } catch (KubernetesClientException e) {
            int code = KubeFailures.code(e);
            // 409: somebody else's object has the name by now.
            if (code != 404 && code != 409)
                throw e;
        }
    }
}
