package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.record.value.TypedValues;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Records events and the known state as the values that they are, except what is observed in each turn: the codec of a scope says how
 * that is written, as {@code {"is":type,"shows":json}}.
 */
public abstract class ValueCodec<E, S, P> implements TurnCodec<E, S, P> {
    private static final String IS = "is";
    private static final String SHOWS = "shows";

    private record Observed<E>(Function<E, JsonNode> write, Function<JsonNode, E> read) {}

    private final TypedValues values;
    private final Class<E> events;
    private final Class<S> states;
    private final Map<String, Observed<E>> observed = new HashMap<>();

    protected ValueCodec(TypedValues values, Class<E> events, Class<S> states) {
        this.values = values;
        this.events = events;
        this.states = states;
    }

    /** How events of this type are written and read. */
    protected final <T extends E> void observe(Class<T> type, Function<T, JsonNode> write, Function<JsonNode, E> read) {
        observed.put(type.getSimpleName(), new Observed<>(event -> write.apply(type.cast(event)), read));
    }

    @Override
    public JsonNode event(E event) {
        String type = event.getClass().getSimpleName();
        Observed<E> own = observed.get(type);
        return own == null
                ? values.write(events, event)
                : JsonNodeFactory.instance.objectNode().put(IS, type).set(SHOWS, own.write().apply(event));
    }

    @Override
    public E event(JsonNode json) {
        Observed<E> own = observed.get(json.path(IS).asText());
        return own == null ? values.read(events, json) : own.read().apply(json.path(SHOWS));
    }

    @Override
    public JsonNode state(S known) {
        return values.write(states, known);
    }

    @Override
    public S state(JsonNode json) {
        return values.read(states, json);
    }
}
