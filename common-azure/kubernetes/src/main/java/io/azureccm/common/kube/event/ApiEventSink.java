package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Writes core/v1 events to the API. */
public final class ApiEventSink implements EventSink {
    private final ApiRequests api;

    public ApiEventSink(KubernetesClient client) {
        this.api = new ApiRequests(client);
    }

    @Override
    public void create(Event event) {
        api.post(path(event.getMetadata().getNamespace()), ApiRequests.toJson(event));
    }

    @Override
    public void patch(String namespace, String name, JsonNode patch) {
        api.patch(path(namespace) + "/" + name, ApiRequests.STRATEGIC_MERGE, patch);
    }

    private static String path(String namespace) {
        return "api/v1/namespaces/" + namespace + "/events";
    }
}
