package io.azureccm.service.reconcile.known;

import io.azureccm.common.reconcile.RetryState;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.reconcile.known.AzureReading.Extent;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of Azure: all of it, or at least what frontends depend on; empty while something has to be read. {@code missing} is what
 * plans asked for besides; {@code looked}: how much of what was too old this look has read, and {@code readAt} when the last reading
 * ended. {@code unreadable}: resource groups, in lower case, whose public IPs may not be read, and why. {@code failure}: Azure cannot
 * be read now. {@code poolsChanged}: machines joined or left pools since load balancers were read, by which those got new etags.
 * {@code seen}: all of it as it was last known, for people alone; it may be older than what is planned from.
 */
public record KnownAzure(Optional<ObservedState> everything, Optional<ObservedState> frontends, MissingReads missing,
        Optional<Extent> looked, Instant readAt, Map<String, String> unreadable, Optional<Failure> failure,
        boolean poolsChanged, Optional<ObservedState> seen) {
    public static final KnownAzure NOTHING = new KnownAzure(Optional.empty(), Optional.empty(), MissingReads.NONE,
            Optional.empty(), Instant.MIN, Map.of(), Optional.empty(), false, Optional.empty());

    /** Why Azure could not be read, how often, and when it is read again. */
    public record Failure(RuntimeException problem, RetryState retries, Instant until) {}

    /** Another look begins: what is older than it may be, or was outdated before, is read again. */
    public KnownAzure look() {
        return new KnownAzure(everything, frontends, missing.onlyOutdated(Set.of()), Optional.empty(), readAt,
                unreadable, failure, poolsChanged, seen);
    }

    /** A reading ended well. */
    public KnownAzure read(AzureReading reading, Instant now) {
        Optional<Extent> most = looked.filter(Extent.EVERYTHING::equals).or(() -> Optional.of(reading.extent()));
        return new KnownAzure(everything, frontends, reading.missing(), most, now, unreadable, Optional.empty(),
                poolsChanged && reading.extent() == Extent.FRONTENDS, seen);
    }

    /** Something was written: what plans found too old before may be looked at once more. */
    public KnownAzure written() {
        return new KnownAzure(everything, frontends, missing.onlyOutdated(Set.of()), looked, readAt, unreadable,
                failure, poolsChanged, seen);
    }

    public boolean isLooked(Extent extent) {
        return looked.filter(each -> each == extent || each == Extent.EVERYTHING).isPresent();
    }

    public KnownAzure failed(Failure why) {
        return new KnownAzure(everything, frontends, missing, looked, readAt, unreadable, Optional.of(why),
                poolsChanged, seen);
    }

    public KnownAzure showing(Optional<ObservedState> all, Optional<ObservedState> some, Map<String, String> groups) {
        return new KnownAzure(all, some, missing,
                all.isPresent() ? Optional.of(Extent.EVERYTHING) : looked, readAt, groups, failure, poolsChanged,
                all.or(() -> seen));
    }

    public KnownAzure poolsChange() {
        return new KnownAzure(everything, frontends, missing, looked, readAt, unreadable, failure, true, seen);
    }

    /** Whether Azure could not be read and it is not time to try again. */
    public boolean isClosed(Instant now) {
        return failure.filter(each -> now.isBefore(each.until())).isPresent();
    }
}
