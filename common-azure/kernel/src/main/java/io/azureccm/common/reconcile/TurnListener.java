package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Receives everything that turns are made of, for a record of them. Called on the loop's thread, with immutable values: must return
 * quickly and must not throw.
 */
public interface TurnListener<E, S, P> {
    /** What a turn takes, in order: operations that ended, events that were posted, and what the scope observed. */
    record Taken<E>(List<Dispatcher.Ended<E>> ended, List<E> posted, List<E> observed) {
        public Taken {
            ended = List.copyOf(ended);
            posted = List.copyOf(posted);
            observed = List.copyOf(observed);
        }

        /** All events, in the order in which they are merged. */
        public List<E> events() {
            List<E> all = new java.util.ArrayList<>();
            ended.forEach(each -> each.event().ifPresent(all::add));
            all.addAll(posted);
            all.addAll(observed);
            return all;
        }
    }

    /** The known state and the lanes before a turn. */
    record Before<S>(S known, Dispatcher.State lanes) {}

    /** What a turn decided: its plan, empty if the turn failed with {@code failure}, and the lanes to which it sent operations. */
    record Made<P>(Optional<P> plan, List<String> started, String failure) {
        public Made {
            started = List.copyOf(started);
        }
    }

    /** One turn at one moment. */
    record Turn<E, S, P>(Instant at, Before<S> before, Taken<E> taken, Made<P> made) {}

    /** The known state does not follow from the last turn: this instance begins to lead, or a turn has failed. */
    void began();

    /** A turn was made. */
    void made(Turn<E, S, P> turn);
}
