package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;

/** Writes events; failures are thrown as the Kubernetes client throws them. */
public interface EventSink {
    void create(Event event);

    /** Changes an event written earlier; {@code patch} is a strategic merge patch. */
    void patch(String namespace, String name, JsonNode patch);
}
