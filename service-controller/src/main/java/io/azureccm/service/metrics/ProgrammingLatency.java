package io.azureccm.service.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures for each Service, by UID, how long it takes from the first change that is not served yet until all of it is. A Service
 * that only its user can help is not waited for: the change that mends it counts anew. For one thread.
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

    /** Everything that the Service asks for is there. */
    public void served(String uid, Instant now) {
        Instant since = waiting.remove(uid);
        if (since != null)
            listener.accept(Duration.between(since, now));
    }

    /** What it asks for cannot be had before it changes. */
    public void invalid(String uid) {
        waiting.remove(uid);
    }

    /** All others are gone. */
    public void retain(Set<String> uids) {
        waiting.keySet().retainAll(uids);
    }

    /** This instance begins to lead: what was before is not known. */
    public void forget() {
        waiting.clear();
    }
}
