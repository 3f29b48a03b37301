package io.azureccm.service.reconcile;

import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides when the conditions of a failing Service are written. A lasting problem is written at once; a problem that is expected to end
 * without intervention is written only after some time and at a limited rate, so that a converging Service causes no additional writes.
 */
final class FailureConditions {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** By UID: since when it has failed without being served in between. */
    private final Map<String, Instant> since = new HashMap<>();
    /** By UID: the earliest time of the next write. */
    private final Map<String, Instant> notBefore = new HashMap<>();
    /** By UID: when a delayed write is due. */
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

    /** Records the failure of a Service; {@code awaited}: its conditions do not show it yet. True if they are to be written now. */
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

    /** The conditions were written, or the API rejected the write. */
    void written(String uid, ServiceResult.Failed failure, boolean taken, Instant now) {
        if (failure.why().isPassing() || !taken)
            notBefore.put(uid, now.plus(PAUSE));
    }

    Optional<Instant> nextDue() {
        return due.values().stream().min(Instant::compareTo);
    }
}
