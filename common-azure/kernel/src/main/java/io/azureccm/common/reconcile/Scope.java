package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.List;

/**
 * What one loop plans for: a route table, the nodes, the load balancers of a cluster. A turn calls the steps in their order
 * here, all on one thread, and none of them waits. {@code S} is the known state and {@code P} the plan, both immutable
 * values; {@code E} is the type of events.
 */
public interface Scope<E, S, P> {
    /**
     * The known state when this instance begins to lead, or starts over after a defect. Does not contain the knowledge of an
     * earlier leader.
     */
    S begin(Instant now);

    /**
     * What the watches and the cache of Azure's responses show now, as events: immutable values, so that a turn sees one state of each
     * and nothing changes beneath it. Called once in each turn, before {@link #absorb}, which takes them after all other events.
     */
    default List<E> observe(Instant now) {
        return List.of();
    }

    /** Merges all events since the last turn into the known state. */
    S absorb(S known, List<E> events, Instant now);

    /** Plans from the known state alone; {@code underWay} are the lanes with an operation in flight. */
    P plan(S known, Lanes underWay, Instant now);

    /** Prints the plan; called if it differs from that of the previous turn. */
    void print(P plan);

    /** Sends the operations that are ready. */
    S dispatch(S known, P plan, Dispatcher<E> dispatcher, Instant now);

    /** Updates the status of objects in the cluster, from outcomes and the plan. */
    S project(S known, P plan, Dispatcher<E> dispatcher, Instant now);

    /** When the next turn is due if nothing happens earlier; {@link Instant#MAX} for never. */
    Instant nextTurn(S known, P plan, Instant now);
}
