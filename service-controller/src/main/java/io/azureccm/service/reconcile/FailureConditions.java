package io.azureccm.service.reconcile;

import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * When the conditions of a Service that fails are written. What lasts until somebody mends it is written at once; what is expected to
 * go away by itself is written once it has lasted for a while, and not more often than now and then: a Service that converges is not written to more
 * often for it.
 */
final class FailureConditions {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** By UID: since when it has failed without having been served in between. */
    private final Map<String, Instant> since = new HashMap<>();
    /** By UID: before when it is not written again. */
    private final Map<String, Instant> notBefore = new HashMap<>();
    /** By UID: when something is to be written that is held back. */
    private final Map<String, Instant> due = new HashMap<>();

    void forget() {
        since.clear();
        notBefore.clear();
        due.clear();
    }

    void retain(Set<String> uids) {
        since.keySet().retainAll(uids);
        notBefore.keySet().retainAll(uids);
        due.keySet().retainAll(uids);
    }

    void succeeded(String uid) {
        since.remove(uid);
        notBefore.remove(uid);
        due.remove(uid);
    }

    /** Takes in that a Service failed; {@code awaited}: its conditions do not say so yet. True when they are to be written now. */
    boolean failed(String uid, ServiceResult.Failed failure, boolean awaited, Instant now) {
        Instant began = since.computeIfAbsent(uid, none -> now);
        due.remove(uid);
        if (!awaited)
            return false;
        Instant least = notBefore.getOrDefault(uid, Instant.MIN);
        Instant patient = failure.why().isPassing() ? began.plus(PATIENCE) : Instant.MIN;
        Instant at = least.isAfter(patient) ? least : patient;
        if (!at.isAfter(now))
            return true;
        due.put(uid, at);
        return false;
    }

    /** The conditions were written, or the API did not take them. */
    void written(String uid, ServiceResult.Failed failure, boolean taken, Instant now) {
        if (failure.why().isPassing() || !taken)
            notBefore.put(uid, now.plus(PAUSE));
    }

    Optional<Instant> nextDue() {
        return due.values().stream().min(Instant::compareTo);
    }
}
