package io.azureccm.service.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures, for each Service by UID, the time from its first unserved change until it is fully served. A Service that only its user can fix
 * is not measured; the change that fixes it starts a new measurement. Not thread-safe.
 */
public final class ProgrammingLatency {
    private final Consumer<Duration> listener;
    private final Map<String, Instant> waiting = new HashMap<>();

    public ProgrammingLatency(Consumer<Duration> listener) {
        this.listener = listener;
    }

    /** Services changed. */
    public void changed(Collection<String> uids, Instant now) {
        uids.forEach(uid -> waiting.putIfAbsent(uid, now));
    }

    /** The Service is fully served. */
    public void served(String uid, Instant now) {
        Instant since = waiting.remove(uid);
        if (since != null)
            listener.accept(Duration.between(since, now));
    }

    /** The Service cannot be served until it changes. */
    public void invalid(String uid) {
        waiting.remove(uid);
    }

    /** Drops all Services except these. */
    public void retain(Set<String> uids) {
        waiting.keySet().retainAll(uids);
    }

    /** This instance starts to lead: earlier changes are unknown. */
    public void forget() {
        waiting.clear();
    }
}
