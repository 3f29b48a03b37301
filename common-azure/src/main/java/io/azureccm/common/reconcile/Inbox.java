package io.azureccm.common.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** What has happened and was not absorbed yet, in order. Any thread posts; the thread of the loop takes all of it at once, or waits. */
public final class Inbox<E> {
    private static final long NEVER = -1;
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    /** What is in the inbox now; {@code oldest} is how long the first of it has waited. */
    public record Stats(int waiting, Duration oldest) {}

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
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

    /** Tells how long events wait. */
    void listen(LoopListener who) {
        listener = who;
    }

    /** Takes events in from now on, beginning with none. */
    public void open() {
        locked(() -> {
            open = true;
            clear();
        });
    }

    /** Drops what is there and takes nothing in: this instance does not lead. */
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

    /** Ends the wait of the loop without an event: something that it looks up by itself has changed. */
    void wake() {
        locked(() -> woken = true);
    }

    /** All events since the last call. */
    List<E> drain() {
        lock.lock();
        try {
            List<E> all = events;
            if (!all.isEmpty()) {
                listener.absorbed(Duration.ofNanos(nanoTime.getAsLong() - firstPosted));
            }
            clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an event, at most so long. Whoever asks for a sign of life meanwhile gets it. */
    void await(Duration atMost) throws InterruptedException {
        await(atMost, true);
    }

    /** Waits so long whatever is posted, and gives signs of life. */
    void pause(Duration time) throws InterruptedException {
        await(time, false);
    }

    private void await(Duration atMost, boolean untilEvent) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waits++;
            waiting = untilEvent;
            long left = atMost.isNegative() ? 0 : (atMost.compareTo(MAX_WAIT) < 0 ? atMost : MAX_WAIT).toNanos();
            while (true) {
                asked = NEVER;
                if (left <= 0 || untilEvent && hasNews())
                    return;
                left = changed.awaitNanos(left);
            }
        } finally {
            waiting = false;
            if (untilEvent)
                woken = false;
            lock.unlock();
        }
    }

    /** True while something has happened for which no turn has been made. */
    boolean hasNews() {
        lock.lock();
        try {
            return woken || !events.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Which wait for an event this is while the loop waits and nothing has happened; empty while a turn is made, or is to be made. */
    OptionalLong quietWait() {
        lock.lock();
        try {
            return waiting && !hasNews() ? OptionalLong.of(waits) : OptionalLong.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Asks the loop for a sign of life, and returns for how long it has not given the one it was asked for. */
    Duration sinceSignOfLife() {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (asked == NEVER) {
                asked = now;
                changed.signalAll();
            }
            return Duration.ofNanos(now - asked);
        } finally {
            lock.unlock();
        }
    }

    Stats stats() {
        lock.lock();
        try {
            Duration oldest = firstPosted == NEVER
                    ? Duration.ZERO
                    : Duration.ofNanos(nanoTime.getAsLong() - firstPosted);
            return new Stats(events.size(), oldest);
        } finally {
            lock.unlock();
        }
    }

    private void clear() {
        events = new ArrayList<>();
        firstPosted = NEVER;
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
