package io.azureccm.service.reconcile.known;

import io.azureccm.common.observe.orphan.OrphanScans;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Read;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.observed.read.ReadProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The known state of Azure: all of it, or at least what frontends depend on; empty while something has to be read. {@code missing} is what
 * plans requested in addition; {@code refreshed}: which outdated parts this refresh has read, and {@code readAt} when the last read ended. {@code
 * failure}: Azure cannot be read now. {@code poolsChanged}: machines joined or left pools since load balancers were read, which changed
 * their etags. {@code seen}: the last known complete state, only for explanations; it may be older than the state used for planning.
 * {@code reads}: how many reads this refresh has made since the last write. {@code responses}: what all of this is put together from.
 */
public record KnownAzure(Optional<ObservedState> everything, Optional<ObservedState> frontends, MissingReads missing,
        Optional<Extent> refreshed, Instant readAt, Optional<Failure> failure, boolean poolsChanged,
        Optional<ObservedState> seen, int reads, Responses responses) {
    public static final KnownAzure NOTHING = new KnownAzure(Optional.empty(), Optional.empty(), MissingReads.NONE,
            Optional.empty(), Instant.MIN, Optional.empty(), false, Optional.empty(), 0, Responses.NONE);
    /** A refresh needs fewer reads than this, unless Azure keeps showing an older state than it should. */
    private static final int MAX_READS = 8;
    private static final BackOff PAUSES = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));

    /** Why Azure could not be read, how often, and when it is read again. */
    public record Failure(ReadProblem problem, RetryState retries, Instant until) {}

    /**
     * The responses of Azure as this turn sees them, what is remembered of earlier ones, those that the last state was put together from, and
     * the orphans that audits have found.
     */
    public record Responses(ObservedView view, ReadMemory memory, Set<Read.Key> used, OrphanScans orphans) {
        public static final Responses NONE = new Responses(ObservedView.EMPTY, ReadMemory.NOTHING, Set.of(),
                OrphanScans.NONE);

        public Responses {
            used = Set.copyOf(used);
        }

        /** A turn sees this view. */
        public Responses seen(ObservedView next) {
            return new Responses(next, memory.with(memory.outdated().in(next)), used, orphans);
        }

        public Responses with(ReadMemory next) {
            return new Responses(view, next, used, orphans);
        }

        public Responses with(OrphanScans next) {
            return new Responses(view, memory, used, next);
        }

        public Responses using(Set<Read.Key> keys) {
            return new Responses(view, memory, keys, orphans);
        }

        public ObservedStateAssembly.Known at(Instant now) {
            return new ObservedStateAssembly.Known(view, memory, now);
        }
    }

    public KnownAzure with(Responses next) {
        return new KnownAzure(everything, frontends, missing, refreshed, readAt, failure, poolsChanged, seen, reads,
                next);
    }

    public KnownAzure with(ReadMemory next) {
        return with(responses.with(next));
    }

    /** Nothing that is known now may be used: Azure changed, or refused something unexpectedly. */
    public KnownAzure everythingOutdated() {
        ReadMemory memory = responses.memory();
        return with(memory.with(memory.outdated().everythingAt(responses.view().moment())));
    }

    /** Another refresh begins: what is too old, or was marked as outdated before, is read again. */
    public KnownAzure refresh() {
        return new KnownAzure(everything, frontends, missing.ofNextRefresh(), Optional.empty(), readAt, failure,
                poolsChanged, seen, 0, responses);
    }

    /** A read succeeded. */
    public KnownAzure read(AzureReading reading, Instant now) {
        Optional<Extent> most = refreshed.filter(Extent.EVERYTHING::equals).or(() -> Optional.of(reading.extent()));
        return new KnownAzure(everything, frontends, reading.missing(), most, now, Optional.empty(),
                poolsChanged && reading.extent() == Extent.FRONTENDS, seen, reads + 1, responses);
    }

    /** Something was written: what plans found outdated before may be read once more. */
    public KnownAzure written() {
        return new KnownAzure(everything, frontends, missing.onlyOutdated(Set.of()), refreshed, readAt, failure,
                poolsChanged, seen, 0, responses);
    }

    public boolean isRefreshed(Extent extent) {
        return refreshed.filter(each -> each == extent || each == Extent.EVERYTHING).isPresent();
    }

    public KnownAzure failed(Failure why) {
        return new KnownAzure(everything, frontends, missing, refreshed, readAt, Optional.of(why),
                poolsChanged, seen, reads, responses);
    }

    public KnownAzure showing(Optional<ObservedState> all, Optional<ObservedState> some) {
        return new KnownAzure(all, some, missing,
                all.isPresent() ? Optional.of(Extent.EVERYTHING) : refreshed, readAt, failure, poolsChanged,
                all.or(() -> seen), reads, responses);
    }

    public KnownAzure poolsChange() {
        return new KnownAzure(everything, frontends, missing, refreshed, readAt, failure, true, seen, reads,
                responses);
    }

    /** When Azure may be read again: at once, until reads follow each other without end, and then after growing pauses. */
    public Instant nextRead() {
        return reads < MAX_READS ? Instant.MIN : readAt.plus(PAUSES.delay(reads - MAX_READS + 1));
    }

    /** Whether reading Azure failed and it is too early to retry. */
    public boolean isClosed(Instant now) {
        return failure.filter(each -> now.isBefore(each.until())).isPresent();
    }
}
