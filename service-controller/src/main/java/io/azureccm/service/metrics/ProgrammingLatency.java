package io.azureccm.service.metrics;

import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures for each Service how long it takes from the first change that is not served yet until all of it is. A Service that only
 * its user can help is not waited for: the change that mends it counts anew.
 */
public final class ProgrammingLatency {
    private final InstantSource clock;
    private final Consumer<Duration> listener;
    private final Map<String, Instant> waiting = new HashMap<>();
    private Map<String, Instant> inPass = Map.of();
    private boolean leading;

    public ProgrammingLatency(InstantSource clock, Consumer<Duration> listener) {
        this.clock = clock;
        this.listener = listener;
    }

    /** This instance leads from now on. */
    public synchronized void begin() {
        leading = true;
    }

    /** Services changed. */
    public synchronized void changed(Collection<String> uids) {
        if (!leading)
            return;
        Instant now = clock.instant();
        uids.forEach(uid -> waiting.putIfAbsent(uid, now));
    }

    /** A pass begins that looks at them; what changes from now on is for a later one. */
    public synchronized void passBegins(Set<String> uids) {
        inPass = new HashMap<>();
        uids.forEach(uid -> {
            Instant since = waiting.remove(uid);
            if (since != null) {
                inPass.put(uid, since);
            }
        });
    }

    public synchronized void passEnds(Map<String, ServiceResult.Failed> failed) {
        Instant now = clock.instant();
        inPass.forEach((uid, since) -> {
            ServiceResult.Failed failure = failed.get(uid);
            if (failure == null) {
                listener.accept(Duration.between(since, now));
            } else if (failure.reason() != RetryReason.INVALID) {
                waiting.merge(uid, since, (one, two) -> one.isBefore(two) ? one : two);
            }
        });
        inPass = Map.of();
    }

    /** The pass did not come to anything. */
    public synchronized void passFailed() {
        inPass.forEach((uid, since) -> waiting.merge(uid, since, (one, two) -> one.isBefore(two) ? one : two));
        inPass = Map.of();
    }

    /** This instance does not lead any more: somebody else serves them. */
    public synchronized void forget() {
        leading = false;
        waiting.clear();
        inPass = Map.of();
    }
}
