package io.azureccm.common.core.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bound on writes that Azure refuses, for each resource: {@link #BURST} attempts, and another one {@link #PERIOD} later each time. A
 * write is sent only if an attempt is left. Refusals of every write of a resource, such as a lock, are {@code blocked} and counted apart:
 * once they have ended, the attempts of others are not used up. Immutable.
 */
public record RefusedWrites(Map<ArmId, Attempts> searched, Map<ArmId, Attempts> blocked) {
    public static final int BURST = 8;
    public static final Duration PERIOD = Duration.ofMinutes(1);
    public static final RefusedWrites NONE = new RefusedWrites(Map.of(), Map.of());

    /**
     * How many attempts have been used up, counting those regained until {@code since}, when the next one begins to be regained, and the
     * last refusal.
     */
    public record Attempts(int used, Instant since, Outcome.Rejected reason) {
        private int used(Instant now) {
            return (int) Math.max(0, used - regained(now));
        }

        private long regained(Instant now) {
            return now.isBefore(since) ? 0 : Duration.between(since, now).dividedBy(PERIOD);
        }

        private Attempts at(Instant now) {
            return new Attempts(used(now), since.plus(PERIOD.multipliedBy(regained(now))), reason);
        }
    }

    public RefusedWrites {
        searched = Map.copyOf(searched);
        blocked = Map.copyOf(blocked);
    }

    /** One more write of this resource was refused, for a reason that may concern some objects only. */
    public RefusedWrites refused(ArmId resource, Outcome.Rejected reason, Instant now) {
        return new RefusedWrites(counting(searched, resource, reason, now), blocked);
    }

    /** One more write of this resource was refused, for a reason that concerns every write of it. */
    public RefusedWrites blocked(ArmId resource, Outcome.Rejected reason, Instant now) {
        return new RefusedWrites(searched, counting(blocked, resource, reason, now));
    }

    private static Map<ArmId, Attempts> counting(Map<ArmId, Attempts> counts, ArmId resource, Outcome.Rejected reason,
            Instant now) {
        Attempts before = counts.get(resource);
        boolean full = before == null || before.used(now) == 0;
        Attempts current = full ? new Attempts(0, now, reason) : before.at(now);
        return Copies.with(counts, resource, new Attempts(current.used() + 1, current.since(), reason));
    }

    /** A write of this resource was accepted. */
    public RefusedWrites accepted(ArmId resource) {
        return blocked.containsKey(resource)
                ? new RefusedWrites(searched, Copies.without(blocked, Set.of(resource)))
                : this;
    }

    /** The resources of which writes were refused. */
    public Set<ArmId> resources() {
        Set<ArmId> all = new TreeSet<>(searched.keySet());
        all.addAll(blocked.keySet());
        return all;
    }

    /** How many writes of this resource may be refused now before it has to wait. */
    public int left(ArmId resource, Instant now) {
        return Math.min(left(searched.get(resource), now), left(blocked.get(resource), now));
    }

    private static int left(Attempts attempts, Instant now) {
        return attempts == null ? BURST : Math.max(0, BURST - attempts.used(now));
    }

    /** Why every write of this resource is refused, if that is known. */
    public Optional<Outcome.Rejected> reason(ArmId resource) {
        return Optional.ofNullable(blocked.get(resource)).map(Attempts::reason);
    }

    /** When at least this many attempts are left; empty if they are left now. */
    public Optional<Instant> waits(ArmId resource, int needed, Instant now) {
        return Stream.of(searched, blocked)
                .flatMap(counts -> waits(counts.get(resource), needed, now).stream())
                .max(Instant::compareTo);
    }

    private static Optional<Instant> waits(Attempts attempts, int needed, Instant now) {
        int missing = needed - left(attempts, now);
        return missing <= 0
                ? Optional.empty()
                : Optional.of(attempts.at(now).since().plus(PERIOD.multipliedBy(missing)));
    }

    /** Drops resources that have regained all attempts. */
    public RefusedWrites recovered(Instant now) {
        Set<ArmId> ofSearched = recovered(searched, now);
        Set<ArmId> ofBlocked = recovered(blocked, now);
        return ofSearched.isEmpty() && ofBlocked.isEmpty()
                ? this
                : new RefusedWrites(Copies.without(searched, ofSearched), Copies.without(blocked, ofBlocked));
    }

    private static Set<ArmId> recovered(Map<ArmId, Attempts> counts, Instant now) {
        return counts.entrySet()
                .stream()
                .filter(each -> each.getValue().used(now) == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
