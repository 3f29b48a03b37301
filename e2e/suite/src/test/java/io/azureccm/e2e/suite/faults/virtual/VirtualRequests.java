package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.kube.client.ObjectRequests;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.Supplier;

/** The requests of one instance to the simulated cluster, without a connection. */
public record VirtualRequests(ClusterSimulator cluster, VirtualApiFaults faults,
        String agent) implements ObjectRequests {
    @Override
    public JsonNode get(String path) {
        return answer("GET", path, "application/json", JsonNodeFactory.instance.objectNode());
    }

    @Override
    public JsonNode patch(String path, String type, JsonNode patch) {
        return answer("PATCH", path, type, patch);
    }

    @Override
    public JsonNode delete(String path, JsonNode options) {
        return answer("DELETE", path, "application/json", options);
    }

    private JsonNode answer(String method, String path, String type, JsonNode body) {
        return faults.request(refused(() -> cluster.answer(method, path, type, agent, body)));
    }

    private static Supplier<JsonNode> refused(Supplier<? extends JsonNode> request) {
        return () -> {
            try {
                return request.get();
            } catch (ApiError error) {
                throw new KubernetesClientException(error.getMessage(), error.code(), null);
            }
        };
    }
}
