package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;

/** How a note is written. */
sealed interface EventWrite {
    /** A new event. */
    record Create(Event event) implements EventWrite {}

    /** The same event again; {@code event} is the complete event, in case the stored one no longer exists. */
    record Repeat(Event event, JsonNode patch) implements EventWrite {}

    /** Nothing: too many events about this object. */
    record Skip() implements EventWrite {}
}
