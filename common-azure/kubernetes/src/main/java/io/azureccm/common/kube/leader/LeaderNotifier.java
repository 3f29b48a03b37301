package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the app, on a separate thread, of the beginning and end of each term: each beginning has its end, in order, and a
 * slow listener delays neither renewal nor fence. It is also the watchdog: it wakes when the current term would expire.
 */
final class LeaderNotifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderNotifier.class);
    private static final Duration MAX_SLEEP = Duration.ofMillis(250);
    private static final long SHORTEST_SLEEP = Duration.ofMillis(1).toNanos();

    private final LeaderCandidate candidate;
    private final Consumer<Object> publisher;
    private final LongFunction<Object> granted;
    private final LongFunction<Object> revoked;
    private final Thread thread;
    private volatile long announced;
    private boolean closed;

    LeaderNotifier(LeaderCandidate candidate, Consumer<Object> publisher, LongFunction<Object> granted,
            LongFunction<Object> revoked) {
        this.candidate = candidate;
        this.publisher = publisher;
        this.granted = granted;
        this.revoked = revoked;
        this.thread = Thread.ofVirtual().name("leader-events").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Called when something may have changed. */
    synchronized void wake() {
        notifyAll();
    }

    /** Whether the app was notified of the end of all terms before this one. */
    boolean hasTold(long term) {
        return announced == term;
    }

    /** Waits until the app was notified of the end of all terms; false if its listeners took longer. */
    synchronized boolean awaitRevoked(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (announced != 0) {
            long left = end - System.nanoTime();
            if (left <= 0)
                return false;
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, SHORTEST_SLEEP));
        }
        return true;
    }

    @Override
    public synchronized void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        try {
            while (awaitChange()) {
                announce();
            }
        } catch (InterruptedException closing) {
            // The end of the last term is told all the same.
        }
        // Without the interrupt that ended the waiting, since listeners may wait themselves.
        Thread.interrupted();
        if (announced != 0)
            announce();
    }

    private void announce() {
        if (announced != 0)
            publish(revoked.apply(announced));
        synchronized (this) {
            // Under the lock: whoever has resigned and then waits for the end of all terms finds this one, or it never begins.
            announced = candidate.term();
            notifyAll();
        }
        if (announced != 0)
            publish(granted.apply(announced));
    }

    private synchronized boolean awaitChange() throws InterruptedException {
        while (!closed && candidate.term() == announced) {
            if (announced == 0) {
                wait();
            } else {
                long left = Math.min(candidate.leadsFor().toNanos(), MAX_SLEEP.toNanos());
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, SHORTEST_SLEEP));
            }
        }
        return !closed;
    }

    private void publish(Object event) {
        try {
            publisher.accept(event);
        } catch (RuntimeException e) {
            LOG.error("A listener failed on {}", event.getClass().getSimpleName(), e);
        }
    }
}
