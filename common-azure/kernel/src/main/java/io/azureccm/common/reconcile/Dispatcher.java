package io.azureccm.common.reconcile;

import io.azureccm.common.reconcile.turn.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs operations concurrently with the loop, one at a time in each lane; the end of each operation is an event. A lane stays
 * busy until the loop has taken that event from its inbox, so no turn plans on a lane whose outcome it does not know. An
 * operation that throws has a defect: it ends without an event, and its lane stays busy for a pause that grows with each
 * consecutive defect.
 */
public final class Dispatcher<E> implements Lanes {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

    /** An operation that ended; without an event if it failed unexpectedly. */
    public record Ended<E>(String lane, Optional<E> event) {}

    /**
     * The lanes at one moment: those with an operation in flight or an end that no turn has taken; for each lane whose last operations had
     * a defect, how many in a row; and until when such lanes pause.
     */
    public record State(Set<String> underWay, Map<String, Integer> defects, Map<String, Instant> pauses) {
        public static final State FREE = new State(Set.of(), Map.of(), Map.of());

        public State {
            underWay = Set.copyOf(underWay);
            defects = Map.copyOf(defects);
            pauses = Map.copyOf(pauses);
        }
    }

    private final Executor executor;
    private final Inbox<E> inbox;
    private final InstantSource clock;
    private final Guard guard = new Guard();
    private final Condition ending = guard.newCondition();
    private final Map<String, Instant> underWay = new HashMap<>();
    private final DefectPauses pauses = new DefectPauses();
    private List<Ended<E>> ended = new ArrayList<>();
    private List<String> started = new ArrayList<>();
    private int running;
    private boolean closed;
    private volatile LoopListener listener = LoopListener.NONE;

    /** {@code executor} runs each operation, on its own thread or under the control of a test. */
    public Dispatcher(Executor executor, Inbox<E> inbox, InstantSource clock) {
        this.executor = executor;
        this.inbox = inbox;
        this.clock = clock;
    }

    /** Runs each operation on its own virtual thread. */
    public static Executor threads(String name) {
        return task -> Thread.ofVirtual().name(name).start(task);
    }

    /** Reports how long operations take. */
    void listen(LoopListener who) {
        listener = who;
    }

    @Override
    public boolean isBusy(String lane) {
        return guard.get(() -> underWay.containsKey(lane) || pauses.pauses(lane));
    }

    /**
     * Starts the operation and returns at once; the lane must be free. The operation reports its end by an event. Starts
     * nothing after {@link #close}, when the loop's state is no longer used.
     */
    public void dispatch(String lane, Supplier<E> operation) {
        boolean starts = guard.get(() -> {
            if (isBusy(lane))
                throw new IllegalStateException("lane " + lane + " is busy");
            if (!closed) {
                underWay.put(lane, clock.instant());
                started.add(lane);
                running++;
            }
            return !closed;
        });
        if (starts)
            start(lane, operation);
    }

    /** An error ends the loop's thread, and with it the process. */
    private void start(String lane, Supplier<E> operation) {
        try {
            executor.execute(() -> run(lane, operation));
        } catch (RuntimeException defect) {
            log.error("An operation in lane {} could not be started", lane, defect);
            end(new Ended<>(lane, Optional.empty()));
        }
    }

    private void run(String lane, Supplier<E> operation) {
        Optional<E> event = Optional.empty();
        try {
            event = Optional.of(operation.get());
        } catch (RuntimeException | Error defect) {
            log.error("An operation in lane {} failed unexpectedly", lane, defect);
        } finally {
            end(new Ended<>(lane, event));
        }
    }

    private void end(Ended<E> operation) {
        guard.run(() -> {
            running--;
            ended.add(operation);
            ending.signalAll();
        });
        inbox.wake();
    }

    /** The operations that ended since the last call; their lanes are free from now on. Called on the loop's thread. */
    List<Ended<E>> takeEnded(Instant now) {
        return guard.get(() -> {
            List<Ended<E>> taken = ended;
            ended = new ArrayList<>();
            free(taken, now);
            return taken;
        });
    }

    private void free(List<Ended<E>> taken, Instant now) {
        pauses.endUntil(now);
        for (Ended<E> each : taken) {
            Instant began = underWay.remove(each.lane());
            listener.ended(began == null ? Duration.ZERO : Duration.between(began, now));
            if (each.event().isPresent())
                pauses.forget(each.lane());
            else
                pauses.defect(each.lane(), now);
        }
    }

    /** The lanes to which operations were sent since the last call, in order. */
    List<String> takeStarted() {
        return guard.get(() -> {
            List<String> taken = started;
            started = new ArrayList<>();
            return taken;
        });
    }

    /** The lanes now. */
    State state() {
        return guard.get(() -> pauses.state(underWay.keySet()));
    }

    /** Sets the lanes to a recorded state; for a dispatcher that runs nothing. */
    void restore(State state, Instant now) {
        guard.run(() -> {
            underWay.clear();
            state.underWay().forEach(lane -> underWay.put(lane, now));
            pauses.restore(state);
        });
    }

    /** These operations have ended; for a dispatcher that runs nothing. */
    void replay(List<Ended<E>> operations, Instant now) {
        guard.run(() -> free(operations, now));
    }

    /** When the first paused lane is free again after a defect. */
    Optional<Instant> nextFree() {
        return guard.get(pauses::nextEnd);
    }

    /** Operations may start again. */
    void open() {
        guard.run(() -> closed = false);
    }

    /** Starts nothing from now on; operations in flight continue. */
    void close() {
        guard.run(() -> closed = true);
    }

    boolean isClosed() {
        return guard.get(() -> closed);
    }

    /** Waits until no operation runs; false if one still does after that time. */
    boolean awaitIdle(Duration atMost) throws InterruptedException {
        guard.lockInterruptibly();
        try {
            long left = atMost.toNanos();
            while (running > 0) {
                if (left <= 0)
                    return false;
                left = ending.awaitNanos(left);
            }
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** The start times of all operations whose end has not reached the known state yet. */
    List<Instant> startTimes() {
        return guard.get(() -> List.copyOf(underWay.values()));
    }

    /** How many operations failed unexpectedly. */
    long defects() {
        return guard.get(pauses::total);
    }
}
