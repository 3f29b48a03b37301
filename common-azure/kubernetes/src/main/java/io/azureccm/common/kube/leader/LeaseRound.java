package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One attempt to acquire or renew the lease. Whether another holder's lease has expired is judged by how long this process
 * saw it unchanged, never by the times in it, so clocks may differ. Nothing is acquired or renewed once {@code resigned} is
 * true, so that a round that outlasts the stop of its process does not take back a lease that was released. {@code writing} is
 * told before each write.
 */
record LeaseRound(LeaseStore store, LeaseSettings settings, LeaderClock clock, BooleanSupplier resigned,
        Runnable writing) {
    /** The lease as last seen, and since when it was unchanged, on the monotonic clock. */
    record Seen(StoredLease lease, long since) {}

    /**
     * The result of a round: the lease and, if held, when the request that acquired or renewed it began; {@code slow} if the
     * leader had to read its lease before it could write it.
     */
    record Result(Optional<Seen> seen, Optional<LeaderClock.Moment> held, boolean slow) {
        Result(Optional<Seen> seen, Optional<LeaderClock.Moment> held) {
            this(seen, held, false);
        }
    }

    Result run(Optional<Seen> before, boolean leading) {
        if (leading && before.isPresent()) {
            // The leader knows what it wrote last, so one request renews. If that fails, the lease has to be read.
            Optional<Result> renewed = write(before, before.get().lease());
            if (renewed.isPresent())
                return renewed.get();
        }
        Optional<StoredLease> found = store.read();
        if (found.isEmpty())
            return create(before);
        Seen seen = before.filter(known -> known.lease().record().equals(found.get().record()))
                .map(known -> new Seen(found.get(), known.since()))
                .orElseGet(() -> new Seen(found.get(), clock.now().nanos()));
        if (isHeldByAnother(seen))
            return new Result(Optional.of(seen), Optional.empty());
        Result written = write(Optional.of(seen), seen.lease())
                .orElseGet(() -> new Result(Optional.of(seen), Optional.empty()));
        return new Result(written.seen(), written.held(), leading && isOwn(seen));
    }

    /** Releases the lease if this process holds it, so that another may acquire it at once. */
    boolean release() {
        Instant now = clock.now().wall();
        return store.read()
                .filter(lease -> lease.record().holder().equals(settings.identity()))
                .flatMap(lease -> store.update(lease,
                        new LeaseRecord("", 1, now, now, lease.record().transitions())))
                .isPresent();
    }

    private Result create(Optional<Seen> before) {
        if (resigned.getAsBoolean())
            return new Result(before, Optional.empty());
        writing.run();
        LeaderClock.Moment begun = clock.now();
        return store.create(record(begun.wall(), begun.wall(), 0))
                .map(lease -> held(lease, begun))
                .orElseGet(() -> new Result(before, Optional.empty()));
    }

    private Optional<Result> write(Optional<Seen> before, StoredLease seen) {
        if (resigned.getAsBoolean())
            return Optional.empty();
        writing.run();
        LeaderClock.Moment begun = clock.now();
        LeaseRecord known = seen.record();
        boolean mine = known.holder().equals(settings.identity());
        LeaseRecord wanted = record(mine ? known.acquireTime() : begun.wall(), begun.wall(),
                mine ? known.transitions() : known.transitions() + 1);
        return store.update(seen, wanted).map(lease -> held(lease, begun));
    }

    private Result held(StoredLease lease, LeaderClock.Moment begun) {
        return new Result(Optional.of(new Seen(lease, begun.nanos())), Optional.of(begun));
    }

    private boolean isOwn(Seen seen) {
        return seen.lease().record().holder().equals(settings.identity());
    }

    private boolean isHeldByAnother(Seen seen) {
        LeaseRecord record = seen.lease().record();
        if (record.isFree() || isOwn(seen))
            return false;
        // For a lease without a duration, this candidate's duration is used.
        Duration duration = record.leaseDurationSeconds() > 0
                ? Duration.ofSeconds(record.leaseDurationSeconds())
                : settings.leaseDuration();
        return clock.sinceNanos(seen.since()).compareTo(duration) < 0;
    }

    /** The record has whole seconds. A longer lease is safe; a shorter one might end before the leader stops writing. */
    private LeaseRecord record(Instant acquired, Instant renewed, int transitions) {
        Duration duration = settings.leaseDuration();
        return new LeaseRecord(settings.identity(), (int) duration.plusSeconds(1).minusNanos(1).toSeconds(),
                acquired.truncatedTo(ChronoUnit.MICROS), renewed.truncatedTo(ChronoUnit.MICROS), transitions);
    }
}
