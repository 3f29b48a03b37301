package io.azureccm.service.reconcile;

import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.Work;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetrySchedule;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.metrics.PassListener;
import io.azureccm.service.metrics.ProgrammingLatency;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Turns what the queue hands out into passes, one at a time, and makes further ones for Services that failed. Each Service waits
 * for itself: one that keeps failing does not make the others wait.
 */
public final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
    /** So many passes in a row that wrote something bring on another one for those that wait for a change. */
    private static final int LOOKS_AFTER_WRITES = 3;

    private final String key;
    private final CoalescingQueue<String, ChangedObjects> queue;
    private final Reconciler reconciler;
    private final OrphanPass orphans;
    private final PriorityPreemption preemption;
    private final ServiceIndex serviceIndex;
    private final Timing timing;
    private final PassListener listener;
    private final InstantSource clock;
    private final ProgrammingLatency convergence;
    private final RetrySchedule<String> retries;
    private int looksAfterWrites;
    private volatile Instant passStarted;
    private boolean saidFirst;
    private Thread thread;

    /** What is done in a turn. */
    public record Duties(Reconciler reconciler, OrphanPass orphans, PriorityPreemption preemption) {}

    public Worker(String key, CoalescingQueue<String, ChangedObjects> queue, Duties duties, ServiceIndex serviceIndex,
            Timing timing,
            PassListener listener, InstantSource clock) {
        this.key = key;
        this.queue = queue;
        this.reconciler = duties.reconciler();
        this.orphans = duties.orphans();
        this.preemption = duties.preemption();
        this.serviceIndex = serviceIndex;
        this.timing = timing;
        this.listener = listener;
        this.clock = clock;
        this.convergence = new ProgrammingLatency(clock, listener::converged);
        this.retries = new RetrySchedule<>(timing.retries());
    }

    /** Services changed: what failed for them before does not count any more, and how long they take to be served is measured. */
    public void changed(ChangedObjects dirty) {
        dirty.services().forEach(retries::forget);
        convergence.changed(dirty.services());
    }

    public synchronized void start(BooleanSupplier synced) {
        if (thread != null)
            return;
        serviceIndex.lead(true);
        thread = Thread.ofVirtual().name("passes-" + key).start(() -> run(synced));
    }

    /** Writes under way are waited for: to cut them off would leave outcomes nobody knows. */
    public synchronized void stop() {
        if (thread == null)
            return;
        Thread ending = thread;
        thread = null;
        ending.interrupt();
        try {
            if (ending.join(STOP_TIMEOUT))
                serviceIndex.lead(false);
            else
                log.warn("the pass under way has not ended after {}", STOP_TIMEOUT);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public Instant lastTurn() {
        Instant started = passStarted;
        return started == null ? clock.instant().minus(queue.knock()) : started;
    }

    public boolean isInPass() {
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
            preemption.begin();
            if (!serviceIndex.isEmpty()) {
                // The caches are complete: nothing more is to come that would be worth waiting for.
                queue.addAfter(key, serviceIndex.everything(), Priority.CHANGED, Duration.ZERO);
            }
            while (!Thread.currentThread().isInterrupted()) {
                queue.addAfter(key, ChangedObjects.NOTHING, Priority.DRIFT, untilNextPass());
                Optional<Work<String, ChangedObjects>> work = queue.take();
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
            retries.clear();
            orphans.end();
            convergence.forget();
            preemption.forget();
        }
    }

    private void turn(Work<String, ChangedObjects> work) {
        passStarted = clock.instant();
        try {
            // Waits that end at about the same time end together.
            ChangedObjects dirty = work.value()
                    .and(new ChangedObjects(retries.due(passStarted.plus(timing.idleWindow())), false));
            Set<String> waiting = retries.objects();
            convergence.passBegins(dirty.and(new ChangedObjects(waiting, false)).services());
            preemption.passBegins(dirty.services());
            Reconciler.Result result = reconciler.reconcile(dirty, waiting);
            Duration took = Duration.between(passStarted, clock.instant());
            if (result.synced() > 0) {
                listener.synced(result.synced(), result.failed().size(), took);
            }
            result.tried().forEach(sync -> listener.ended(sync, took, result.failed().containsKey(sync.uid())));
            convergence.passEnds(result.failed());
            retries.retain(result.attempts().keySet());
            result.attempts()
                    .forEach((uid, attempt) -> failed(uid, attempt, result.failed().get(uid).problem(),
                            dirty.services().contains(uid) || !waiting.contains(uid)));
            lookAfterWrites(result.wrote());
        } catch (RuntimeException defect) {
            log.error("a pass over {} failed, it is made again in {} s", key,
                    timing.retryBase().toSeconds(), defect);
            convergence.passFailed();
            Instant now = clock.instant();
            retries.due(now.plus(timing.idleWindow()))
                    .forEach(uid -> retries.failed(uid,
                            FailedAttempt.of(RetryReason.FAILED, defect.getClass().getName()), now));
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

    /** {@code asked}: the attempt was made for this Service, not only on the way of others. */
    private void failed(String uid, FailedAttempt attempt, String problem, boolean asked) {
        Instant now = clock.instant();
        String what = switch (retries.failed(uid, attempt, now)) {
            case RetryTrigger.Due(Instant at) -> "requeued in " + Math.max(0, Duration.between(now, at).toSeconds())
                    + " s";
            case RetryTrigger.AnythingChanged any -> "waits for a change";
            case RetryTrigger.ObjectChanged own -> "waits for a change of its own";
        };
        log.atLevel(asked ? Level.INFO : Level.DEBUG).log("{} {}: {}", name(uid), what, problem);
    }

    /** What a pass wrote may be what a Service waits for that was refused because of others. */
    private void lookAfterWrites(boolean wrote) {
        looksAfterWrites = wrote && retries.awaitsChanges() ? looksAfterWrites + 1 : 0;
        if (looksAfterWrites > 0 && looksAfterWrites <= LOOKS_AFTER_WRITES)
            queue.addAfter(key, ChangedObjects.NOTHING, Priority.DRIFT, Duration.ZERO);
    }

    /** Until a wait of a Service ends, or the next look at everything is due. */
    private Duration untilNextPass() {
        Duration longest = orphans.within(timing.driftPeriod());
        Duration retry = retries.nextDue().map(at -> Duration.between(clock.instant(), at)).orElse(longest);
        if (retry.isNegative())
            return Duration.ZERO;
        return retry.compareTo(longest) < 0 ? retry : longest;
    }

    private String name(String uid) {
        return serviceIndex.entry(uid)
                .map(entry -> entry.service().getMetadata().getNamespace() + "/"
                        + entry.service().getMetadata().getName())
                .orElse(uid);
    }
}
