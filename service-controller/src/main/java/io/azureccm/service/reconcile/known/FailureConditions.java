package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * When the conditions of failing Services are written. A lasting problem is written at once; a problem that is expected to end without
 * intervention is written only after some time and at a limited rate, so that a converging Service causes no additional writes. Immutable.
 *
 * @param since by UID: since when it has failed without being served in between
 * @param notBefore by UID: the earliest time of the next write
 * @param due by UID: when a delayed write is due
 */
public record FailureConditions(Map<String, Instant> since, Map<String, Instant> notBefore, Map<String, Instant> due) {
    public static final FailureConditions NONE = new FailureConditions(Map.of(), Map.of(), Map.of());
    private static final Duration REPORTED_AFTER = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(30);

    public FailureConditions {
        since = Map.copyOf(since);
        notBefore = Map.copyOf(notBefore);
        due = Map.copyOf(due);
    }

    /** {@code isDue}: the conditions are to be written now. */
    public record Failed(FailureConditions conditions, boolean isDue) {}

    public FailureConditions retain(Set<String> uids) {
        return new FailureConditions(Copies.retained(since, uids), Copies.retained(notBefore, uids),
                Copies.retained(due, uids));
    }

    public FailureConditions succeeded(String uid) {
        Set<String> served = Set.of(uid);
        return new FailureConditions(Copies.without(since, served), Copies.without(notBefore, served),
                Copies.without(due, served));
    }

    /** A Service fails, as its conditions show. */
    public FailureConditions shown(String uid, Instant now) {
        return new FailureConditions(Copies.with(since, uid, since.getOrDefault(uid, now)), notBefore,
                Copies.without(due, Set.of(uid)));
    }

    /** A Service failed, which its conditions do not show yet. */
    public Failed failed(String uid, ServiceResult.Failed failure, Instant now) {
        Instant began = since.getOrDefault(uid, now);
        Map<String, Instant> nextSince = Copies.with(since, uid, began);
        Map<String, Instant> nextDue = Copies.without(due, Set.of(uid));
        Instant least = notBefore.getOrDefault(uid, Instant.MIN);
        Instant reportedAt = failure.why().isPassing() ? began.plus(REPORTED_AFTER) : Instant.MIN;
        Instant at = least.isAfter(reportedAt) ? least : reportedAt;
        return at.isAfter(now)
                ? new Failed(new FailureConditions(nextSince, notBefore, Copies.with(nextDue, uid, at)), false)
                : new Failed(new FailureConditions(nextSince, notBefore, nextDue), true);
    }

    public FailureConditions written(String uid, ServiceResult.Failed failure, Instant now) {
        return failure.why().isPassing() ? notWritten(uid, now) : this;
    }

    /** The API rejected the write of the conditions. */
    public FailureConditions notWritten(String uid, Instant now) {
        return new FailureConditions(since, Copies.with(notBefore, uid, now.plus(PAUSE)), due);
    }

    public Optional<Instant> nextDue() {
        return due.values().stream().min(Instant::compareTo);
    }
}
