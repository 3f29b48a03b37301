package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the turns of a loop on its own thread while this instance leads. A turn that throws is a defect: it is logged, and the
 * scope starts over after a pause that doubles up to a minute.
 */
public final class LoopThread {
    private static final Logger log = LoggerFactory.getLogger(LoopThread.class);
    private static final Duration CACHE_POLL = Duration.ofMillis(50);
    private static final Duration SHORT_TURN = Duration.ofMillis(10);
    private static final Duration MAX_REST = Duration.ofMillis(250);

    private final String name;
    private final EventLoop<?, ?, ?> loop;
    private final InstantSource clock;
    private final FailingTurns failing = new FailingTurns();
    private volatile LoopListener listener = LoopListener.NONE;
    private Thread thread;

    public LoopThread(String name, EventLoop<?, ?, ?> loop, InstantSource clock) {
        this.name = name;
        this.loop = loop;
        this.clock = clock;
    }

    /** Starts turns once {@code synced}: earlier, objects that are not listed yet would look deleted. */
    public synchronized void start(BooleanSupplier synced) {
        if (thread != null)
            return;
        loop.inbox().open();
        loop.dispatcher().open();
        thread = Thread.ofVirtual().name("loop-" + name).start(() -> run(synced));
    }

    /** Dispatches nothing more and waits for operations in flight; false if some still run after that time. */
    public synchronized boolean stop(Duration atMost) {
        if (thread == null)
            return true;
        loop.dispatcher().close();
        loop.inbox().shut();
        thread.interrupt();
        try {
            Instant latest = clock.instant().plus(atMost);
            if (!thread.join(atMost) || !loop.dispatcher().awaitIdle(Duration.between(clock.instant(), latest)))
                return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
        thread = null;
        failing.forget();
        return true;
    }

    /** Reports how long events wait, how long operations take, and turns that fail. */
    public void listen(LoopListener who) {
        listener = who;
        loop.inbox().listen(who);
        loop.dispatcher().listen(who);
    }

    /** The last time at which the loop is known to have waited for events. Also requests a new sign of life. */
    public Instant lastTurn() {
        return clock.instant().minus(loop.inbox().sinceSignOfLife());
    }

    /**
     * True while the loop waits for events, with an empty inbox and no operation in flight; something due by time may still
     * follow.
     */
    public boolean isIdle() {
        OptionalLong wait = loop.inbox().quietWait();
        return wait.isPresent() && loop.dispatcher().startTimes().isEmpty() && loop.inbox().quietWait().equals(wait);
    }

    public LoopStats stats() {
        Inbox.Stats inbox = loop.inbox().stats();
        Instant now = clock.instant();
        List<Duration> ages = loop.dispatcher()
                .startTimes()
                .stream()
                .map(since -> Duration.between(since, now))
                .toList();
        return new LoopStats(inbox.waiting(), inbox.oldest(), loop.taken() + inbox.waiting(), loop.turns(), ages,
                failing.total() + loop.dispatcher().defects(), failing.state());
    }

    /**
     * A long turn is followed by a rest of the same length: events that arrive continuously are taken many at a time, with
     * half a core.
     */
    static Duration rest(Duration took) {
        if (took.compareTo(SHORT_TURN) < 0)
            return Duration.ZERO;
        return took.compareTo(MAX_REST) < 0 ? took : MAX_REST;
    }

    private void run(BooleanSupplier synced) {
        try {
            while (!synced.getAsBoolean()) {
                Thread.sleep(CACHE_POLL);
            }
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    loop.begin();
                    while (!Thread.currentThread().isInterrupted()) {
                        Instant began = clock.instant();
                        Instant next = loop.turn();
                        failing.succeeded(loop.dispatcher().startTimes().isEmpty(), clock.instant());
                        loop.inbox().pause(rest(Duration.between(began, clock.instant())));
                        loop.inbox().await(Duration.between(clock.instant(), next));
                    }
                } catch (RuntimeException defect) {
                    Duration pause = failing.failed(defect, clock.instant());
                    log.error("A turn of {} failed, {} in a row; next turn in {} s", name, failing.state().inARow(),
                            pause.toSeconds(), defect);
                    listener.failed(defect);
                    loop.inbox().pause(pause);
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
