package io.azureccm.service.reconcile.known;

import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.reconcile.known.AzureReading.Extent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The known state of Azure: all of it, or at least what frontends depend on; empty while something has to be read. {@code missing} is what
 * plans requested in addition; {@code looked}: which outdated parts this look has read, and {@code readAt} when the last read ended. {@code
 * failure}: Azure cannot be read now. {@code poolsChanged}: machines joined or left pools since load balancers were read, which changed
 * their etags. {@code seen}: the last known complete state, only for explanations; it may be older than the state used for planning.
 * {@code reads}: how many reads this look has made since the last write.
 */
public record KnownAzure(Optional<ObservedState> everything, Optional<ObservedState> frontends, MissingReads missing,
        Optional<Extent> looked, Instant readAt, Optional<Failure> failure, boolean poolsChanged,
        Optional<ObservedState> seen, int reads) {
    public static final KnownAzure NOTHING = new KnownAzure(Optional.empty(), Optional.empty(), MissingReads.NONE,
            Optional.empty(), Instant.MIN, Optional.empty(), false, Optional.empty(), 0);
    /** A look needs fewer reads than this, unless Azure keeps showing an older state than it should. */
    private static final int MAX_READS = 8;
    private static final BackOff PAUSES = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));

    /** Why Azure could not be read, how often, and when it is read again. */
    public record Failure(RuntimeException problem, RetryState retries, Instant until) {}

    /** Another look begins: what is too old, or was marked as outdated before, is read again. */
    public KnownAzure look() {
        return new KnownAzure(everything, frontends, missing.ofNextLook(), Optional.empty(), readAt, failure,
                poolsChanged, seen, 0);
    }

    /** A read succeeded. */
    public KnownAzure read(AzureReading reading, Instant now) {
        Optional<Extent> most = looked.filter(Extent.EVERYTHING::equals).or(() -> Optional.of(reading.extent()));
        return new KnownAzure(everything, frontends, reading.missing(), most, now, Optional.empty(),
                poolsChanged && reading.extent() == Extent.FRONTENDS, seen, reads + 1);
    }

    /** Something was written: what plans found outdated before may be read once more. */
    public KnownAzure written() {
        return new KnownAzure(everything, frontends, missing.onlyOutdated(Set.of()), looked, readAt, failure,
                poolsChanged, seen, 0);
    }

    public boolean isLooked(Extent extent) {
        return looked.filter(each -> each == extent || each == Extent.EVERYTHING).isPresent();
    }

    public KnownAzure failed(Failure why) {
        return new KnownAzure(everything, frontends, missing, looked, readAt, Optional.of(why),
                poolsChanged, seen, reads);
    }

    public KnownAzure showing(Optional<ObservedState> all, Optional<ObservedState> some) {
        return new KnownAzure(all, some, missing,
                all.isPresent() ? Optional.of(Extent.EVERYTHING) : looked, readAt, failure, poolsChanged,
                all.or(() -> seen), reads);
    }

    public KnownAzure poolsChange() {
        return new KnownAzure(everything, frontends, missing, looked, readAt, failure, true, seen, reads);
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
