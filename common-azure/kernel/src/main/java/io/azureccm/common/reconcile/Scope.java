package io.azureccm.common.reconcile;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Instant;
import java.util.List;

/**
 * What one loop plans for: a route table, the nodes, the load balancers of a cluster. It shows a turn what there is, and carries out what
 * the {@link TurnSteps} decide, all on one thread and without waiting. The type parameters are those of the steps.
 */
public interface Scope<E, S, P, F extends Effect> {
    /**
     * The known state when this instance begins to lead, or starts over after a defect. Does not contain the knowledge of an
     * earlier leader.
     */
    S begin(Instant now);

    /**
     * The known state when the loop starts over after {@code before}: knows nothing of it, except what operations in flight do that the lanes
     * do not show. They may have ended since.
     */
    default S startOver(S before, Instant now) {
        return begin(now);
    }

    /**
     * What the watches and the cache of Azure's responses show now, as events: immutable values, so that a turn sees one state of each
     * and nothing changes beneath it. Called once in each turn, before it merges them into the known state after all other events.
     */
    default List<E> observe(Instant now) {
        return List.of();
    }

    /** What a turn consists of; always the same. */
    TurnSteps<E, S, P, F> steps();

    /** Prints the plan before its effects; called if it differs from that of the previous turn. */
    void print(P plan, Instant now);

    /** Carries out one effect of the turn; operations are started with the dispatcher. */
    void perform(F effect, Dispatcher<E> dispatcher);
}
