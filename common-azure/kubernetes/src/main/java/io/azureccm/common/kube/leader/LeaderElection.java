package io.azureccm.common.kube.leader;

import io.azureccm.common.kube.client.KubeFailures;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Competes for a lease until closed, and publishes Spring Integration's leader events. After a loss it keeps competing.
 * {@link #refusal} depends on the clock alone, so it refuses in time even if the API or a thread hangs or the whole process
 * is suspended. (It cannot stop a write that passed the fence and was suspended before it reached the network: send etags.)
 */
public final class LeaderElection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
    private static final double JITTER = 1.2;
    /** The least time for an attempt to release the lease. */
    private static final Duration SHORTEST_RELEASE = Duration.ofMillis(500);
    private static final Duration RELEASE_PAUSE = Duration.ofMillis(100);

    private final LeaseSettings settings;
    private final String url;
    private final LeaderCandidate candidate;
    private final LeaderNotifier notifier;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile String problem;

    /** {@code url} names the API in messages; {@code publisher} is a Spring context's {@code publishEvent}. */
    public LeaderElection(LeaseStore store, LeaseSettings settings, LeaderClock clock, String url,
            Consumer<Object> publisher) {
        this.settings = settings;
        this.url = url;
        this.candidate = new LeaderCandidate(store, settings, clock);
        this.notifier = new LeaderNotifier(candidate, publisher,
                term -> new OnGrantedEvent(this, () -> term() == term, settings.name()),
                term -> new OnRevokedEvent(this, () -> term() == term, settings.name()));
        this.thread = Thread.ofVirtual().name("leader-election").unstarted(this::run);
    }

    /** Takes over what a predecessor of this process saw of the lease. To be called before the start. */
    public void know(LeaseObservation before) {
        candidate.know(before);
    }

    /** What is known of the lease, for a successor of this process; empty before the first answer. */
    public Optional<LeaseObservation> observation() {
        return candidate.observation();
    }

    public LeaderElection start() {
        notifier.start();
        thread.start();
        return this;
    }

    /**
     * The number of the current term of this process, or 0 if it does not lead. Work begun in one term must not be finished
     * in another, since another instance may have led in between.
     */
    public long term() {
        return candidate.term();
    }

    /**
     * Checked immediately before each write: empty if this process leads, otherwise why it may not write. Also while a term
     * has begun and the app has not been told that: it may still do the work of an earlier one.
     */
    public Optional<String> refusal() {
        return candidate.refusal()
                .or(() -> notifier.hasTold(candidate.term())
                        ? Optional.empty()
                        : Optional.of("the term has just begun"));
    }

    /** Whether the lease was held by another process before this one. */
    public boolean isSuccessor() {
        return candidate.isSuccessor();
    }

    /** The number of renewals by this process as the leader for which somebody else had changed the lease, so that it was read first. */
    public long slowRenewals() {
        return candidate.slowRenewals();
    }

    /** Who held the lease when it was last seen; empty if unknown or free. */
    public String holder() {
        return candidate.holder();
    }

    /** What keeps this process from reading or writing the lease, in one line. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /**
     * Ends leadership in a safe order: no more writes, then the app's listeners are notified and awaited, then the lease is
     * released. Close the Kubernetes client after this.
     */
    @Override
    public void close() {
        close(settings.renewDeadline());
    }

    /** Like {@link #close()}, within the time: hanging steps are abandoned after a quarter of it, and a lease that cannot be released expires. */
    public void close(Duration longest) {
        if (closing.getCount() == 0)
            return;
        Duration part = longest.dividedBy(4);
        long end = System.nanoTime() + longest.toNanos();
        closing.countDown();
        candidate.resign();
        notifier.wake();
        try {
            if (!notifier.awaitRevoked(part)) {
                LOG.warn("lease {}: listeners did not finish within {}", settings.lease(), part);
            }
            boolean hung = thread.getState() != Thread.State.NEW && !thread.join(part);
            if (hung) {
                thread.interrupt();
                thread.join(part);
            }
            // An attempt may have taken the lease without a response arriving here.
            if (hung || candidate.mayHold())
                release(Duration.ofNanos(Math.max(part.toNanos(), end - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            notifier.close();
        }
    }

    private void run() {
        try {
            do {
                attempt();
            } while (!pause(untilNextAttempt()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() throws InterruptedException {
        boolean led = candidate.isLeader();
        String holder = candidate.holder();
        try {
            LeaseRound.Result result = bounded(candidate::queryStore, attemptLimit());
            problem = null;
            candidate.take(result);
            log(led, holder);
        } catch (ExecutionException e) {
            report(KubeFailures.describe(url, e.getCause()));
        } catch (TimeoutException e) {
            report("Kubernetes API " + url + ": no response within " + attemptLimit());
        } finally {
            notifier.wake();
        }
    }

    /** Runs on a separate thread, which is abandoned if it does not finish in time. */
    private <T> T bounded(Callable<T> call, Duration longest)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().name("leader-attempt").start(task);
        try {
            return task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException e) {
            throw new ExecutionException(e);
        } finally {
            task.cancel(true);
        }
    }

    /** Tried again while time is left: a lease that is not released keeps the next leader waiting until it expires. */
    private void release(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (true) {
            long left = end - System.nanoTime();
            try {
                // Twice: a renewal in progress may change the lease between read and release.
                if (bounded(() -> candidate.release() || candidate.release(),
                        Duration.ofNanos(Math.max(left / 2, SHORTEST_RELEASE.toNanos()))))
                    LOG.info("lease {}: released", settings.lease());
                return;
            } catch (ExecutionException | TimeoutException e) {
                if (end - System.nanoTime() < SHORTEST_RELEASE.toNanos()) {
                    LOG.warn("lease {}: not released, it becomes available when it expires: {}", settings.lease(),
                            KubeFailures.describe(url, e));
                    return;
                }
                Thread.sleep(RELEASE_PAUSE);
            }
        }
    }

    /** True if the election was closed in the meantime. */
    private boolean pause(Duration time) throws InterruptedException {
        return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Duration untilNextAttempt() {
        long period = settings.retryPeriod().toNanos();
        long extra = candidate.isLeader() ? 0 : ThreadLocalRandom.current().nextLong((long) (period * JITTER) + 1);
        return Duration.ofNanos(period + extra);
    }

    private Duration attemptLimit() {
        return settings.renewDeadline().dividedBy(2);
    }

    private void report(String text) {
        if (!Objects.equals(problem, text))
            LOG.warn("lease {}: {}; retrying", settings.lease(), text);
        problem = text;
    }

    private void log(boolean led, String holder) {
        if (candidate.isLeader() != led) {
            LOG.info("lease {}: {}", settings.lease(),
                    candidate.isLeader() ? "this instance leads" : "leadership lost");
        } else if (!led && !candidate.holder().equals(holder)) {
            LOG.info("lease {}: held by {}", settings.lease(), candidate.holder());
        }
    }
}
