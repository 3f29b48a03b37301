package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One process in the election, without threads: it applies the results of rounds and knows at any time whether it leads.
 * Leadership ends by the clock alone, at the renew deadline counted from the start of the last renewal request, even if
 * something hangs.
 */
final class LeaderCandidate {
    private final LeaseSettings settings;
    private final LeaderClock clock;
    private final LeaseRound round;
    private volatile Term current;
    private volatile Optional<LeaseRound.Seen> seen = Optional.empty();
    private volatile boolean resigned;
    /** A write of the lease has begun, and no round has ended since. */
    private volatile boolean unanswered;
    private final AtomicLong slowRenewals = new AtomicLong();
    private long terms;

    private record Term(long number, LeaderClock.Moment renewed) {}

    LeaderCandidate(LeaseStore store, LeaseSettings settings, LeaderClock clock) {
        this.settings = settings;
        this.clock = clock;
        this.round = new LeaseRound(store, settings, clock, () -> resigned, () -> unanswered = true);
    }

    /** Takes over what a predecessor of this process saw of the lease. To be called before the first round. */
    synchronized void know(LeaseObservation before) {
        seen = Optional.of(new LeaseRound.Seen(
                new StoredLease(before.record(), JsonNodeFactory.instance.objectNode()), before.since()));
    }

    Optional<LeaseObservation> observation() {
        return seen.map(known -> new LeaseObservation(known.lease().record(), known.since()));
    }

    /** Queries the store without changing any state here, so that a late response can be ignored. */
    LeaseRound.Result queryStore() {
        return round.run(seen, isLeader());
    }

    synchronized void take(LeaseRound.Result result) {
        seen = result.seen();
        unanswered = false;
        if (result.slow())
            slowRenewals.incrementAndGet();
        if (resigned)
            return;
        Term term = current;
        if (result.held().isPresent()) {
            LeaderClock.Moment renewed = result.held().get();
            if (!isFresh(renewed)) {
                // The process was suspended between request and response: another candidate may lead by now.
                current = null;
            } else if (term != null && isFresh(term.renewed())) {
                current = new Term(term.number(), renewed);
            } else {
                current = new Term(++terms, renewed);
            }
        } else if (!holder().equals(settings.identity())) {
            current = null;
        }
    }

    /** The number of renewals by the leader for which the lease had to be read first. */
    long slowRenewals() {
        return slowRenewals.get();
    }

    /** Permanently ends leading. */
    synchronized void resign() {
        resigned = true;
        current = null;
    }

    /** Whether the lease may be held by this process, as far as it knows. */
    boolean mayHold() {
        return unanswered || holder().equals(settings.identity());
    }

    boolean release() {
        return round.release();
    }

    String holder() {
        return seen.map(known -> known.lease().record().holder()).orElse("");
    }

    /** Whether the lease was held by another process before this one. */
    boolean isSuccessor() {
        return seen.filter(known -> known.lease().record().transitions() > 0).isPresent();
    }

    boolean isLeader() {
        return term() != 0;
    }

    /** The number of the current term of this process, or 0 if it does not lead. */
    long term() {
        Term term = current;
        return term != null && isFresh(term.renewed()) ? term.number() : 0;
    }

    /** Empty if this process leads, otherwise why it may not write. */
    Optional<String> refusal() {
        Term term = current;
        if (term == null) {
            String holder = holder();
            return Optional.of("not the leader: lease " + settings.lease() + " is held by "
                    + (holder.isEmpty() ? "nobody" : holder));
        }
        if (isFresh(term.renewed()))
            return Optional.empty();
        return Optional.of(String.format(Locale.ROOT, "no longer the leader: lease %s was last renewed %.1f s ago",
                settings.lease(), clock.since(term.renewed()).toMillis() / 1000.0));
    }

    /** How long this process still leads without renewing; zero if it does not lead. */
    Duration leadsFor() {
        Term term = current;
        if (term == null)
            return Duration.ZERO;
        Duration left = settings.renewDeadline().minus(clock.since(term.renewed()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private boolean isFresh(LeaderClock.Moment renewed) {
        return clock.since(renewed).compareTo(settings.renewDeadline()) < 0;
    }
}
