package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Event;

/** The part of an event that changes when it occurs again: count, last time, and the message of a combined event. */
final class EventPatch {
    private EventPatch() {}

    static JsonNode of(Event event) {
        return JsonNodeFactory.instance.objectNode()
                .put("count", event.getCount())
                .put("lastTimestamp", event.getLastTimestamp())
                .put("message", event.getMessage());
    }
}
