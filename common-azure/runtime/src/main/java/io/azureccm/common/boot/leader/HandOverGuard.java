package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseWatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a leader write only when no other program renews a lease for the same work. A term is cleared by checks that began in
 * that term; until then the fence refuses writes. A cleared leader stays cleared for the term: if another program starts
 * later, this is reported but blocks nothing. A standby checks as well, so that an abandoned lease does not delay a new
 * leader.
 */
final class HandOverGuard implements WriteFence, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HandOverGuard.class);
    private static final int SELDOM = 5;

    private final OtherLeases leases;
    private final Duration period;
    private final LeaderFlag leader;
    private final Consumer<HandOver> listener;
    private final Runnable closing;
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile HandOver known;
    private volatile long clearedTerm;
    private volatile boolean closed;
    private long term;
    private long begun;
    private long ended;
    /** Checks from this number on began in the current term. */
    private long first;
    private Thread thread;

    /**
     * {@code period}: time between checks while a leader waits; {@code listener} receives the result of each check while this
     * instance leads; {@code closing} closes the client for the leases.
     */
    HandOverGuard(OtherLeases leases, Duration period, LeaderFlag leader, Consumer<HandOver> listener,
            Runnable closing) {
        this.leases = leases;
        this.period = period;
        this.leader = leader;
        this.listener = listener;
        this.closing = closing;
        this.known = new HandOver(HandOverState.WAITING, leases.unknown());
    }

    void start() {
        thread = Thread.ofVirtual().name("hand-over").start(this::run);
    }

    Map<String, LeaseObservation> observations() {
        return leases.observations();
    }

    HandOver known() {
        return known;
    }

    /** Whether the leader of this term may begin; the first call for a term starts new checks. */
    synchronized HandOverState handOverState(long asked) {
        if (asked != term) {
            term = asked;
            first = begun + 1;
            wakeUps.release();
        }
        return judge();
    }

    @Override
    public Optional<String> refusal() {
        if (clearedTerm != 0 && clearedTerm == leader.state().term())
            return Optional.empty();
        HandOver now = known;
        return Optional.of(now.taken().isEmpty()
                ? "it is not known yet whether another program is doing the same work"
                : "another program may be doing the same work: lease " + now.taken().getFirst());
    }

    private HandOverState judge() {
        if (term != 0 && clearedTerm != term && ended >= first
                && known.leases().values().stream().allMatch(LeaseWatch.Status::isFree)) {
            clearedTerm = term;
        }
        HandOverState now = clearedTerm == term && term != 0
                ? HandOverState.CLEARED
                : known.taken().isEmpty() ? HandOverState.WAITING : HandOverState.HELD;
        known = new HandOver(now, known.leases());
        return now;
    }

    private void run() {
        while (!closed) {
            try {
                checkUnlessItFails();
                boolean waiting = leader.isTaken() && clearedTerm != leader.state().term();
                wakeUps.tryAcquire(waiting ? period.toMillis() : SELDOM * period.toMillis(), TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private void checkUnlessItFails() {
        try {
            check();
        } catch (RuntimeException defect) {
            log.error("Unexpected failure while checking the leases of other programs; the check is repeated", defect);
        }
    }

    private void check() {
        long number;
        synchronized (this) {
            number = ++begun;
        }
        Map<LeaseName, LeaseWatch.Status> statuses = leases.check();
        boolean turned;
        synchronized (this) {
            HandOverState before = known.state();
            ended = number;
            known = new HandOver(before, statuses);
            turned = judge() != before;
        }
        if (turned)
            leader.notifyListener();
        if (!closed && leader.isTaken())
            listener.accept(known);
    }

    @Override
    public void close() {
        closed = true;
        if (thread != null)
            thread.interrupt();
        closing.run();
    }
}
