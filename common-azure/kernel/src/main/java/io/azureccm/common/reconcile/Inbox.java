package io.azureccm.common.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.function.LongSupplier;

/** Events that have not been taken yet, in order. Any thread posts; the loop's thread takes all of them at once, or waits. */
public final class Inbox<E> {
    private static final long NEVER = -1;
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    /** The current content of the inbox; {@code oldest} is how long the first event has waited. */
    public record Stats(int waiting, Duration oldest) {}

    private final LongSupplier nanoTime;
    private final Guard guard = new Guard();
    private final Condition changed = guard.newCondition();
    private List<E> events = new ArrayList<>();
    private boolean open;
    private boolean woken;
    private boolean waiting;
    private long waits;
    private long firstPosted = NEVER;
    private long asked = NEVER;
    private volatile LoopListener listener = LoopListener.NONE;

    public Inbox() {
        this(System::nanoTime);
    }

    public Inbox(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Reports how long events wait. */
    void listen(LoopListener who) {
        listener = who;
    }

    /** Accepts events from now on, starting empty; what was asked of a loop that has stopped needs no answer. */
    public void open() {
        locked(() -> {
            open = true;
            asked = NEVER;
            clear();
        });
    }

    /** Drops all events and accepts none: this instance does not lead. */
    public void shut() {
        locked(() -> {
            open = false;
            clear();
        });
    }

    public void post(E event) {
        locked(() -> {
            if (!open)
                return;
            if (events.isEmpty())
                firstPosted = nanoTime.getAsLong();
            events.add(event);
        });
    }

    /** Ends the loop's wait without an event: something that the loop reads by itself has changed. */
    void wake() {
        locked(() -> woken = true);
    }

    /** All events since the last call. */
    List<E> drain() {
        return guard.get(() -> {
            List<E> all = events;
            if (!all.isEmpty())
                listener.taken(Duration.ofNanos(nanoTime.getAsLong() - firstPosted));
            clear();
            return all;
        });
    }

    /** Waits for an event, at most this long. Meanwhile it answers requests for a sign of life. */
    void await(Duration atMost) throws InterruptedException {
        await(atMost, true);
    }

    /** Waits this long whatever is posted, and answers requests for a sign of life. */
    void pause(Duration time) throws InterruptedException {
        await(time, false);
    }

    private void await(Duration atMost, boolean untilEvent) throws InterruptedException {
        guard.lockInterruptibly();
        try {
            waits++;
            waiting = untilEvent;
            long left = atMost.isNegative() ? 0 : (atMost.compareTo(MAX_WAIT) < 0 ? atMost : MAX_WAIT).toNanos();
            while (true) {
                asked = NEVER;
                if (left <= 0 || untilEvent && hasEvents())
                    return;
                left = changed.awaitNanos(left);
            }
        } finally {
            waiting = false;
            if (untilEvent)
                woken = false;
            guard.unlock();
        }
    }

    /** True while there are events that no turn has taken. */
    boolean hasEvents() {
        return guard.get(() -> woken || !events.isEmpty());
    }

    /**
     * The number of the current wait while the loop waits and nothing has happened; empty during a turn or before a pending
     * one.
     */
    OptionalLong quietWait() {
        return guard.get(() -> waiting && !hasEvents() ? OptionalLong.of(waits) : OptionalLong.empty());
    }

    /** Requests a sign of life from the loop, and returns for how long an earlier request has been unanswered. */
    Duration sinceSignOfLife() {
        return guard.get(() -> {
            long now = nanoTime.getAsLong();
            if (asked == NEVER) {
                asked = now;
                changed.signalAll();
            }
            return Duration.ofNanos(now - asked);
        });
    }

    Stats stats() {
        return guard.get(() -> new Stats(events.size(), firstPosted == NEVER
                ? Duration.ZERO
                : Duration.ofNanos(nanoTime.getAsLong() - firstPosted)));
    }

    private void clear() {
        events = new ArrayList<>();
        firstPosted = NEVER;
    }

    private void locked(Runnable change) {
        guard.run(() -> {
            change.run();
            changed.signalAll();
        });
    }
}
