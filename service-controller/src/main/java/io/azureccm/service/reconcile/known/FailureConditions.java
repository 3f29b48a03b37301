package io.azureccm.service.reconcile.known;

import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
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
        return uids.containsAll(since.keySet()) && uids.containsAll(notBefore.keySet())
                ? this
                : new FailureConditions(retained(since, uids), retained(notBefore, uids), retained(due, uids));
    }

    private static Map<String, Instant> retained(Map<String, Instant> all, Set<String> uids) {
        Map<String, Instant> rest = new HashMap<>(all);
        rest.keySet().retainAll(uids);
        return rest;
    }

    public FailureConditions succeeded(String uid) {
        return since.containsKey(uid) || notBefore.containsKey(uid)
                ? new FailureConditions(without(since, uid), without(notBefore, uid), without(due, uid))
                : this;
    }

    /** A Service fails, as its conditions show. */
    public FailureConditions shown(String uid, Instant now) {
        return new FailureConditions(since.containsKey(uid) ? since : with(since, uid, now), notBefore,
                without(due, uid));
    }

    /** A Service failed, which its conditions do not show yet. */
    public Failed failed(String uid, ServiceResult.Failed failure, Instant now) {
        Instant began = since.getOrDefault(uid, now);
        Map<String, Instant> nextSince = since.containsKey(uid) ? since : with(since, uid, now);
        Map<String, Instant> nextDue = without(due, uid);
        Instant least = notBefore.getOrDefault(uid, Instant.MIN);
        Instant reportedAt = failure.why().isPassing() ? began.plus(REPORTED_AFTER) : Instant.MIN;
        Instant at = least.isAfter(reportedAt) ? least : reportedAt;
        return at.isAfter(now)
                ? new Failed(new FailureConditions(nextSince, notBefore, with(nextDue, uid, at)), false)
                : new Failed(new FailureConditions(nextSince, notBefore, nextDue), true);
    }

    public FailureConditions written(String uid, ServiceResult.Failed failure, Instant now) {
        return failure.why().isPassing() ? notWritten(uid, now) : this;
    }

    /** The API rejected the write of the conditions. */
    public FailureConditions notWritten(String uid, Instant now) {
        return new FailureConditions(since, with(notBefore, uid, now.plus(PAUSE)), due);
    }

    public Optional<Instant> nextDue() {
        return due.values().stream().min(Instant::compareTo);
    }

    private static Map<String, Instant> with(Map<String, Instant> all, String uid, Instant at) {
        Map<String, Instant> next = new HashMap<>(all);
        next.put(uid, at);
        return next;
    }

    private static Map<String, Instant> without(Map<String, Instant> all, String uid) {
        if (!all.containsKey(uid))
            return all;
        Map<String, Instant> next = new HashMap<>(all);
        next.remove(uid);
        return next;
    }
}
