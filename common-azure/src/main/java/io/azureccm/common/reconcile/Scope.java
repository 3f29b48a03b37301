package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.List;

/**
 * What one loop plans for: a route table, the nodes, the load balancers of a cluster. A turn calls the steps in the order in which
 * they stand here, all on one thread, and none of them waits for anything. {@code S} is the known state and {@code P} the plan,
 * both immutable values; {@code E} is what can happen.
 */
public interface Scope<E, S, P> {
    /** What is known when this instance begins to lead, or begins anew after a defect. Forgets what an earlier leader knew. */
    S begin(Instant now);

    /** Takes all that has happened since the last turn into the known state, together with what can be looked up without a call. */
    S absorb(S known, List<E> events, Instant now);

    /** Plans from the known state alone; {@code underWay} are the lanes with an operation that has not ended. */
    P plan(S known, Lanes underWay, Instant now);

    /** Says what the plan is; called when it differs from that of the turn before. */
    void print(P plan);

    /** Sends off what is ready. */
    S dispatch(S known, P plan, Dispatcher<E> dispatcher, Instant now);

    /** Brings up to date what objects of the cluster show, from outcomes and the plan. */
    S project(S known, P plan, Dispatcher<E> dispatcher, Instant now);

    /** When the next turn is due if nothing happens before; {@link Instant#MAX} for never. */
    Instant nextTurn(S known, P plan, Instant now);
}
