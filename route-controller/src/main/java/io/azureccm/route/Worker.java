package io.azureccm.route;

import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.Work;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetrySchedule;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.route.watch.Dirty;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what the queue hands out into passes, one at a time, and makes a pass again that did not end well. */
final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String key;
    private final CoalescingQueue<String, Dirty> queue;
    private final Reconciler reconciler;
    private final OrphanPass orphans;
    private final Timing timing;
    private final InstantSource clock;
    private final RetrySchedule<String> retries;
    private volatile Instant passStarted;
    private boolean saidFirst;
    private Thread thread;

    Worker(String key, CoalescingQueue<String, Dirty> queue, Reconciler reconciler, OrphanPass orphans, Timing timing,
            InstantSource clock) {
        this.key = key;
        this.queue = queue;
        this.reconciler = reconciler;
        this.orphans = orphans;
        this.timing = timing;
        this.clock = clock;
        this.retries = new RetrySchedule<>(timing.retries());
    }

    /** {@code everything}: what the first pass looks at, empty while the caches are not complete. */
    synchronized void start(Supplier<Optional<Dirty>> everything) {
        if (thread == null)
            thread = Thread.ofVirtual().name("passes-" + key).start(() -> run(everything));
    }

    /** Writes under way are waited for: to cut them off would leave outcomes nobody knows. */
    synchronized void stop() {
        if (thread == null)
            return;
        Thread ending = thread;
        thread = null;
        ending.interrupt();
        try {
            if (!ending.join(PATIENCE))
                log.warn("the pass under way has not ended after {}", PATIENCE);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    Instant lastTurn() {
        Instant started = passStarted;
        return started == null ? clock.instant().minus(queue.knock()) : started;
    }

    boolean isInPass() {
        return passStarted != null;
    }

    private void run(Supplier<Optional<Dirty>> everything) {
        try {
            Optional<Dirty> first = everything.get();
            while (first.isEmpty()) {
                Thread.sleep(50);
                first = everything.get();
            }
            retries.clear();
            reconciler.begin();
            orphans.begin();
            // The caches are complete: nothing more is to come that would be worth waiting for.
            queue.addAfter(key, first.get(), Priority.CHANGED, Duration.ZERO);
            while (!Thread.currentThread().isInterrupted()) {
                Optional<Work<String, Dirty>> work = queue.take();
                if (work.isEmpty())
                    return;
                turn(work.get());
                if (!Thread.currentThread().isInterrupted())
                    orphans.turn();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            orphans.end();
        }
    }

    private void turn(Work<String, Dirty> work) {
        passStarted = clock.instant();
        try {
            Reconciler.Result result = reconciler.reconcile(work.value());
            if (result.failed().isPresent()) {
                requeue(work.value(), result.failed().get());
            } else {
                retries.forget(key);
                queue.addAfter(key, Dirty.NOTHING, Priority.DRIFT, result.within());
            }
        } catch (RuntimeException defect) {
            log.error("a pass over {} failed", key, defect);
            requeue(work.value(), FailedAttempt.of(RetryReason.FAILED, defect.getClass().getName()));
        } finally {
            sayFirst();
            passStarted = null;
            queue.done(work.key());
        }
    }

    /** By this line in the log it can be seen how long a start takes. */
    private void sayFirst() {
        if (!saidFirst) {
            saidFirst = true;
            log.info("The first pass ended after {} ms", Duration.between(passStarted, clock.instant()).toMillis());
        }
    }

    private void requeue(Dirty dirty, FailedAttempt attempt) {
        Instant now = clock.instant();
        RetryTrigger trigger = retries.failed(key, attempt, now);
        Duration wait = trigger instanceof RetryTrigger.Due(Instant at) ? Duration.between(now, at) : Duration.ZERO;
        log.info("{} requeued in {} s: {}", key, wait.toMillis() / 1000.0, attempt.cause());
        queue.addAfter(key, dirty, Priority.DRIFT, wait);
    }
}
