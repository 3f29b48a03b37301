package io.azureccm.common.reconcile.turn;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a turn, in their order, as pure functions of the known state, events and time. {@code S} is the known state and {@code P}
 * the plan, both immutable values; {@code E} is the type of events and {@code F} that of effects.
 */
public interface TurnSteps<E, S, P, F extends Effect> {
    /** The known state after a turn, and what is to be done, in order. */
    record Result<S, F extends Effect>(S known, List<F> effects) {
        public Result {
            effects = List.copyOf(effects);
        }
    }

    /** Merges all events since the last turn into the known state. */
    S update(S known, List<E> events, Instant now);

    /** Plans from the known state alone; {@code underWay} are the lanes with an operation in flight. */
    P plan(S known, Lanes underWay, Instant now);

    /** Decides what is done of the plan now: operations that start, statuses that are written, reports. */
    Result<S, F> decide(S known, P plan, Lanes underWay, Instant now);

    /** When the next turn is due if nothing happens earlier; {@link Instant#MAX} for never. */
    Instant nextTurn(S known, P plan, Instant now);

    /** The newest of these events that is of this type. */
    static <T> Optional<T> newest(List<?> events, Class<T> type) {
        return events.reversed().stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
