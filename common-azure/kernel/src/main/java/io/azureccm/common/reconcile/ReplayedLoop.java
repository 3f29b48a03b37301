package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Makes recorded turns of a scope again, with the same code as the loop, at the recorded times; operations are not run. */
public final class ReplayedLoop<E, S, P> {
    private final EventLoop<E, S, P> loop;
    private final Dispatcher<E> dispatcher;
    private Instant now = Instant.EPOCH;

    public ReplayedLoop(Scope<E, S, P, ?> scope) {
        Inbox<E> inbox = new Inbox<>();
        this.dispatcher = new Dispatcher<>(operation -> {}, inbox, () -> now);
        this.loop = new EventLoop<>(scope, inbox, dispatcher, () -> now);
    }

    /** Goes on from this state. */
    public void resume(TurnListener.Before<S> before, Instant at) {
        now = at;
        loop.resume(before.known());
        dispatcher.restore(before.lanes(), at);
    }

    /** Goes on like an instance that begins to lead. */
    public void begin(Dispatcher.State lanes, Instant at) {
        now = at;
        loop.begin();
        dispatcher.restore(lanes, at);
    }

    /**
     * Makes the turn. The lanes are as recorded afterwards, whatever it decides, because that is what later turns were made with; a turn
     * that fails is returned as one, and leaves the known state as it was.
     */
    public TurnListener.Made<P> turn(TurnListener.Turn<E, S, P> recorded) {
        now = recorded.at();
        Set<String> lanes = new HashSet<>(dispatcher.state().underWay());
        recorded.taken().ended().forEach(each -> lanes.remove(each.lane()));
        lanes.addAll(recorded.made().started());
        dispatcher.replay(recorded.taken().ended(), now);
        TurnListener.Made<P> made = loop.replay(recorded.taken(), now);
        Dispatcher.State after = dispatcher.state();
        dispatcher.restore(new Dispatcher.State(lanes, after.defects(), after.pauses()), now);
        return made;
    }
}
