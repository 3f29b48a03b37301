package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Drives a loop in virtual time on the thread of a test: turns happen when the loop wants them, operations run when the test says so,
 * and nothing ever waits.
 */
public final class LoopDriver<E, S, P> {
    private static final int MAX_TURNS = 10_000;

    private final VirtualClock clock = new VirtualClock();
    private final Deque<Runnable> operations = new ArrayDeque<>();
    private final Inbox<E> inbox = new Inbox<>(() -> clock.instant().toEpochMilli() * 1_000_000);
    private final Dispatcher<E> dispatcher = new Dispatcher<>(this::run, inbox, clock);
    private EventLoop<E, S, P> loop;
    private Instant due = Instant.MAX;

    private boolean atOnce;

    private void run(Runnable operation) {
        if (atOnce)
            operation.run();
        else
            operations.add(operation);
    }

    /** Whether operations end from now on before anything else happens in the turn that dispatches them. */
    public void runOperationsAtOnce(boolean now) {
        atOnce = now;
    }

    public VirtualClock clock() {
        return clock;
    }

    public Inbox<E> inbox() {
        return inbox;
    }

    public LoopDriver<E, S, P> begin(Scope<E, S, P, ?> scope) {
        loop = new EventLoop<>(scope, inbox, dispatcher, clock);
        inbox.open();
        loop.begin();
        return this;
    }

    /** One turn; operations that it dispatches wait to be run. */
    public void turn() {
        due = loop.turn();
    }

    /** Runs the operations that were dispatched, in their order; their ends are events of the next turn. */
    public int runOperations() {
        List<Runnable> ready = new ArrayList<>(operations);
        operations.clear();
        ready.forEach(Runnable::run);
        return ready.size();
    }

    /** Runs one of the operations that were dispatched, counted from 0 in their order; the others go on. */
    public void runOperation(int index) {
        List<Runnable> all = new ArrayList<>(operations);
        Runnable chosen = all.remove(index);
        operations.clear();
        operations.addAll(all);
        chosen.run();
    }

    /** Turns and runs operations, at this moment, until there is nothing more to do before the clock moves. */
    public void settle() {
        for (int i = 0; i < MAX_TURNS; i++) {
            turn();
            if (runOperations() == 0 && due.isAfter(clock.instant()))
                return;
        }
        throw new AssertionError("the loop does not come to rest at " + clock.instant());
    }

    /** Lets time go on: turns are made when they are due, and operations end at once. */
    public void advance(Duration time) {
        Instant end = clock.instant().plus(time);
        settle();
        while (due.isBefore(end)) {
            clock.advance(Duration.between(clock.instant(), due));
            settle();
        }
        clock.advance(Duration.between(clock.instant(), end));
        settle();
    }

    /** Operations that were dispatched and not run. */
    public int waiting() {
        return operations.size();
    }

    /** The loop that is driven. */
    public EventLoop<E, S, P> turns() {
        return loop;
    }

    /** What the last turn planned. */
    public P last() {
        return loop.last();
    }

    public S known() {
        return loop.known();
    }

    /** When the next turn is due if nothing happens. */
    public Instant due() {
        return due;
    }
}
