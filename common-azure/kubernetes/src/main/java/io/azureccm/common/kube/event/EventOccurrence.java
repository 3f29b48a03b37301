package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Event;

/** An event to write: a new one, or one that occurred again and is complete in case the stored one no longer exists. */
record EventOccurrence(Event event, boolean again) {
    /** What changes when it occurs again: count, last time, and the message of a combined event. */
    JsonNode patch() {
        return JsonNodeFactory.instance.objectNode()
                .put("count", event.getCount())
                .put("lastTimestamp", event.getLastTimestamp())
                .put("message", event.getMessage());
    }
}
