package io.azureccm.e2e.suite.harness.virtual;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.ObjectRequests;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Requests to the simulated cluster without a connection. */
record DirectRequests(ClusterSimulator cluster, String agent) implements ObjectRequests {
    private static final String JSON = "application/json";

    @Override
    public JsonNode get(String path) {
        return answer("GET", path, JSON, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public JsonNode patch(String path, String type, JsonNode patch) {
        return answer("PATCH", path, type, patch);
    }

    @Override
    public JsonNode delete(String path, JsonNode options) {
        return answer("DELETE", path, JSON, options);
    }

    /** Writes events by such requests. */
    EventSink events() {
        return new EventSink() {
            @Override
            public void create(Event event) {
                answer("POST", events(event.getMetadata().getNamespace()), JSON, ApiRequests.toJson(event));
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                answer("PATCH", events(namespace) + "/" + name, ApiRequests.STRATEGIC_MERGE, patch);
            }
        };
    }

    private static String events(String namespace) {
        return "api/v1/namespaces/" + namespace + "/events";
    }

    private JsonNode answer(String method, String path, String type, JsonNode body) {
        try {
            return cluster.answer(method, path, type, agent, body);
        } catch (ApiError error) {
            throw new KubernetesClientException(error.getMessage(), error.code(), null);
        }
    }
}
