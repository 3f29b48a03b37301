package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;

/** What to do about a note. */
sealed interface EventWrite {
    /** A new event. */
    record Create(Event event) implements EventWrite {}

    /** The same event again; {@code event} holds all of it, in case it is no longer there to be patched. */
    record Repeat(Event event, JsonNode patch) implements EventWrite {}

    /** Nothing: too many about this object. */
    record Skip() implements EventWrite {}
}
