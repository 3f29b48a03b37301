package io.azureccm.common.core.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bound on writes that Azure refuses, for each resource, whatever their content: {@link #BURST} attempts, and another one {@link
 * #PERIOD} later each time. A write is sent only if an attempt is left. When a refusal of every write has ended, such as a lock, all
 * attempts are available again. Immutable.
 */
public record RefusedWrites(Map<ArmId, Attempts> resources) {
    public static final int BURST = 8;
    public static final Duration PERIOD = Duration.ofMinutes(1);
    public static final RefusedWrites NONE = new RefusedWrites(Map.of());

    /**
     * How many attempts have been used up, counting those regained until {@code since}, when the next one begins to be regained; {@code
     * reason}: the last refusal, if it concerns every write of the resource.
     */
    public record Attempts(int used, Instant since, Optional<Outcome.Rejected> reason) {
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
        resources = Map.copyOf(resources);
    }

    /** One more write of this resource was refused, for a reason that may concern some objects only. */
    public RefusedWrites refused(ArmId resource, Instant now) {
        return refused(resource, Optional.empty(), now);
    }

    /** The same; {@code reason}: as in {@link Attempts}. */
    public RefusedWrites refused(ArmId resource, Optional<Outcome.Rejected> reason, Instant now) {
        Map<ArmId, Attempts> next = new HashMap<>(resources);
        Attempts before = next.get(resource);
        boolean full = before == null || before.used(now) == 0;
        Attempts current = full ? new Attempts(0, now, reason) : before.at(now);
        next.put(resource, new Attempts(current.used() + 1, current.since(), reason));
        return new RefusedWrites(next);
    }

    /** A write of this resource was accepted. */
    public RefusedWrites accepted(ArmId resource) {
        if (reason(resource).isEmpty())
            return this;
        Map<ArmId, Attempts> next = new HashMap<>(resources);
        next.remove(resource);
        return new RefusedWrites(next);
    }

    /** How many writes of this resource may be refused now before it has to wait. */
    public int left(ArmId resource, Instant now) {
        Attempts attempts = resources.get(resource);
        return attempts == null ? BURST : Math.max(0, BURST - attempts.used(now));
    }

    /** Why every write of this resource is refused, if that is known. */
    public Optional<Outcome.Rejected> reason(ArmId resource) {
        return Optional.ofNullable(resources.get(resource)).flatMap(Attempts::reason);
    }

    /** When at least this many attempts are left; empty if they are left now. */
    public Optional<Instant> waits(ArmId resource, int needed, Instant now) {
        int missing = needed - left(resource, now);
        if (missing <= 0)
            return Optional.empty();
        return Optional.of(resources.get(resource).at(now).since().plus(PERIOD.multipliedBy(missing)));
    }

    /** Drops resources that have regained all attempts. */
    public RefusedWrites recovered(Instant now) {
        if (resources.values().stream().allMatch(each -> each.used(now) > 0))
            return this;
        Map<ArmId, Attempts> next = new HashMap<>(resources);
        next.values().removeIf(each -> each.used(now) == 0);
        return new RefusedWrites(next);
    }
}
