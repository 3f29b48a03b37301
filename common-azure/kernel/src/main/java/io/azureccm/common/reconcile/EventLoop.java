package io.azureccm.common.reconcile;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The turns of one scope. Everything that happens is an event; a turn takes all events, plans anew, and waits for nothing.
 * The same events in the same order at the same times give the same plans. Tests call {@link #turn} directly, in an app a
 * {@link LoopThread} does.
 */
public final class EventLoop<E, S, P> {
    private final Scope<E, S, P, ?> scope;
    private final Inbox<E> inbox;
    private final Dispatcher<E> dispatcher;
    private final InstantSource clock;
    private volatile S known;
    private volatile P last;
    private P printed;
    private volatile BiConsumer<? super P, Duration> planned = (plan, took) -> {};
    private volatile Optional<TurnListener<E, S, P>> recorder = Optional.empty();
    private final LongAdder taken = new LongAdder();
    private final LongAdder turns = new LongAdder();

    public EventLoop(Scope<E, S, P, ?> scope, Inbox<E> inbox, Dispatcher<E> dispatcher, InstantSource clock) {
        this.scope = scope;
        this.inbox = inbox;
        this.dispatcher = dispatcher;
        this.clock = clock;
    }

    /** Registers another listener that receives each plan before it is printed. */
    public void listen(Consumer<? super P> listener) {
        listen((plan, took) -> listener.accept(plan));
    }

    /** Registers another listener that receives each plan before it is printed, and the time that it took to make. */
    public void listen(BiConsumer<? super P, Duration> listener) {
        BiConsumer<? super P, Duration> others = planned;
        planned = (plan, took) -> {
            others.accept(plan, took);
            listener.accept(plan, took);
        };
    }

    /** Registers who receives all that turns are made of. */
    public void record(TurnListener<E, S, P> listener) {
        recorder = Optional.of(listener);
    }

    /** Resets the known state: this instance begins to lead, or a turn has failed. */
    public void begin() {
        Instant now = clock.instant();
        dispatcher.takeEnded(now);
        dispatcher.takeStarted();
        resume(known == null ? scope.begin(now) : scope.startOver(known, now));
        recorder.ifPresent(TurnListener::began);
    }

    /** Goes on from this known state. */
    void resume(S state) {
        known = state;
        last = null;
        printed = null;
    }

    /** Makes one turn and returns when the next is due if nothing happens earlier; {@link Instant#MAX} for never. */
    public Instant turn() {
        Instant now = clock.instant();
        TurnListener.Taken<E> taken = new TurnListener.Taken<>(dispatcher.takeEnded(now), inbox.drain(),
                scope.observe(now));
        count(taken);
        TurnListener.Before<S> before = recorder.isEmpty()
                ? null
                : new TurnListener.Before<>(known, dispatcher.state());
        try {
            make(scope, taken.events(), now);
        } catch (RuntimeException defect) {
            tell(now, before, taken, made(Optional.of(defect)));
            throw defect;
        }
        tell(now, before, taken, made(Optional.empty()));
        Instant next = scope.steps().nextTurn(known, last, now);
        return dispatcher.nextFree().filter(next::isAfter).orElse(next);
    }

    /** Makes a recorded turn again. */
    TurnListener.Made<P> replay(TurnListener.Taken<E> taken, Instant now) {
        S before = known;
        try {
            make(scope, taken.events(), now);
            return made(Optional.empty());
        } catch (RuntimeException defect) {
            known = before;
            return made(Optional.of(defect));
        }
    }

    private <F extends Effect> void make(Scope<E, S, P, F> what, List<E> events, Instant now) {
        TurnSteps<E, S, P, F> steps = what.steps();
        known = steps.update(known, events, now);
        Instant begun = clock.instant();
        P plan = steps.plan(known, dispatcher, now);
        planned.accept(plan, Duration.between(begun, clock.instant()));
        TurnSteps.Result<S, F> result = steps.decide(known, plan, dispatcher, now);
        known = result.known();
        if (!Objects.equals(plan, printed)) {
            what.print(plan, now);
            printed = plan;
        }
        result.effects().forEach(effect -> what.perform(effect, dispatcher));
        last = plan;
    }

    private TurnListener.Made<P> made(Optional<RuntimeException> defect) {
        return new TurnListener.Made<>(defect.isPresent() ? Optional.empty() : Optional.of(last),
                dispatcher.takeStarted(), defect.map(String::valueOf).orElse(""));
    }

    /** Not of a turn that starts nothing because the loop ends: its plan does not show that. */
    private void tell(Instant now, TurnListener.Before<S> before, TurnListener.Taken<E> taken,
            TurnListener.Made<P> made) {
        if (!dispatcher.isClosed())
            recorder.ifPresent(each -> each.made(new TurnListener.Turn<>(now, before, taken, made)));
    }

    private void count(TurnListener.Taken<E> events) {
        this.taken.add(Math.max(1, events.events().size() - events.observed().size()));
        turns.increment();
    }

    /** The known state after the last turn; null before the first {@link #begin}. */
    public S known() {
        return known;
    }

    /** The plan of the last turn; null before the first one. May be called by any thread. */
    public P last() {
        return last;
    }

    /** How many events turns have taken, including ends of operations; a turn that was due by time counts as one. */
    long taken() {
        return taken.sum();
    }

    long turns() {
        return turns.sum();
    }

    Inbox<E> inbox() {
        return inbox;
    }

    Dispatcher<E> dispatcher() {
        return dispatcher;
    }
}
