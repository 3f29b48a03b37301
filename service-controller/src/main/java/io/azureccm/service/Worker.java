package io.azureccm.service;

import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.Work;
import io.azureccm.service.apply.Verdict;
import io.azureccm.service.watch.Dirty;
import io.azureccm.service.watch.ServiceRoster;
import io.azureccm.service.watch.ServiceRoster.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what the queue hands out into passes, one at a time, and puts back what has to be looked at again. Each Service has a
 * back-off of its own: one that keeps failing does not make the others wait.
 */
final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String key;
    private final CoalescingQueue<String, Dirty> queue;
    private final Reconciler reconciler;
    private final OrphanPass orphans;
    private final Hurry hurry;
    private final ServiceRoster roster;
    private final Timing timing;
    private final PassListener listener;
    private final InstantSource clock;
    private final Convergence convergence;
    private final Map<String, Integer> failures = new HashMap<>();
    private volatile Instant passStarted;
    private boolean saidFirst;
    private Thread thread;

    /** What is done in a turn. */
    record Duties(Reconciler reconciler, OrphanPass orphans, Hurry hurry) {}

    Worker(String key, CoalescingQueue<String, Dirty> queue, Duties duties, ServiceRoster roster, Timing timing,
            PassListener listener, InstantSource clock) {
        this.key = key;
        this.queue = queue;
        this.reconciler = duties.reconciler();
        this.orphans = duties.orphans();
        this.hurry = duties.hurry();
        this.roster = roster;
        this.timing = timing;
        this.listener = listener;
        this.clock = clock;
        this.convergence = new Convergence(clock, listener::converged);
    }

    /** Services changed: how long they take to be served is measured from now on. */
    void changed(Dirty dirty) {
        convergence.changed(dirty.services());
    }

    synchronized void start(BooleanSupplier synced) {
        if (thread != null)
            return;
        roster.lead(true);
        thread = Thread.ofVirtual().name("passes-" + key).start(() -> run(synced));
    }

    /** Writes under way are waited for: to cut them off would leave outcomes nobody knows. */
    synchronized void stop() {
        if (thread == null)
            return;
        Thread ending = thread;
        thread = null;
        ending.interrupt();
        try {
            if (ending.join(PATIENCE))
                roster.lead(false);
            else
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

    private void run(BooleanSupplier synced) {
        try {
            while (!synced.getAsBoolean()) {
                Thread.sleep(50);
            }
            reconciler.begin();
            orphans.begin();
            convergence.begin();
            hurry.begin();
            if (!roster.isEmpty()) {
                // The caches are complete: nothing more is to come that would be worth waiting for.
                queue.addAfter(key, roster.everything(), Priority.CHANGED, Duration.ZERO);
            }
            while (!Thread.currentThread().isInterrupted()) {
                queue.addAfter(key, Dirty.NOTHING, Priority.DRIFT, orphans.within(timing.driftPeriod()));
                Optional<Work<String, Dirty>> work = queue.take();
                if (work.isEmpty()) {
                    break;
                }
                turn(work.get());
                if (!Thread.currentThread().isInterrupted())
                    orphans.turn();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            failures.clear();
            orphans.end();
            convergence.forget();
            hurry.forget();
        }
    }

    private void turn(Work<String, Dirty> work) {
        passStarted = clock.instant();
        try {
            convergence.passBegins(work.value().services());
            hurry.passBegins(work.value().services());
            Reconciler.Result result = reconciler.reconcile(work.value());
            Duration took = Duration.between(passStarted, clock.instant());
            if (result.synced() > 0) {
                listener.synced(result.synced(), result.failed().size(), took);
            }
            result.tried().forEach(sync -> listener.ended(sync, took, result.failed().containsKey(sync.uid())));
            convergence.passEnds(result.failed());
            work.value().services().stream().filter(uid -> !result.failed().containsKey(uid)).forEach(failures::remove);
            result.failed().forEach((uid, failure) -> lookAgain(uid, failure, result.notBefore().get(uid)));
        } catch (RuntimeException defect) {
            log.error("a pass over {} failed, it is made again in {} s", key,
                    timing.retryBase().toSeconds(), defect);
            convergence.passFailed();
            // What changed is kept as it is: a node that came or left belongs to no Service in particular.
            queue.addAfter(key, work.value(), Priority.DRIFT, timing.retryBase());
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

    private void lookAgain(String uid, Verdict.Failed failure, Instant notBefore) {
        int attempt = failures.merge(uid, 1, Integer::sum);
        Duration delay = timing.retryDelay(attempt, roster.entry(uid).filter(Entry::isToBeTakenDown).isPresent());
        if (notBefore != null) {
            Duration asked = Duration.between(clock.instant(), notBefore);
            if (asked.compareTo(delay) > 0)
                delay = asked;
        }
        log.info("{} is looked at again in {} s: {}", name(uid), delay.toSeconds(), failure.problem());
        queue.addAfter(key, Dirty.service(uid), Priority.DRIFT, delay);
    }

    private String name(String uid) {
        return roster.entry(uid)
                .map(entry -> entry.service().getMetadata().getNamespace() + "/"
                        + entry.service().getMetadata().getName())
                .orElse(uid);
    }
}
