package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How the events, the known state and the plans of one scope are recorded. An instance writes or reads one segment, in order: of what is
 * observed in each turn, only what changed since the previous turn needs to be written.
 */
public interface TurnCodec<E, S, P> {
    JsonNode event(E event);

    /** The event that {@link #event(Object)} wrote; throws if it cannot be read. */
    E event(JsonNode json);

    JsonNode state(S known);

    /** The state that {@link #state(Object)} wrote; throws if it cannot be read. */
    S state(JsonNode json);

    /** All that a plan decides. */
    RecordedPlan plan(P plan);
}
