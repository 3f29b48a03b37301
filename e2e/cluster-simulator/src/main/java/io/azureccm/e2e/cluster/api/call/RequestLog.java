package io.azureccm.e2e.cluster.api.call;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The latest requests on resources, for tests that count calls; watches are recorded when they open. */
public final class RequestLog {
    private static final int LIMIT = 20_000;
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final List<RequestListener> listeners = RequestListener.all();
    private final Clock clock;

    public RequestLog(Clock clock) {
        this.clock = clock;
    }

    /**
     * A request in RBAC terms; {@code resource} includes the subresource after a slash, {@code agent} is the client's
     * user agent.
     */
    public record Entry(Instant at, String verb, String group, String resource, String namespace, String name,
            String agent) {
        public boolean isWrite() {
            return WRITES.contains(verb);
        }
    }

    public void note(ResourceCall call) {
        Entry entry = new Entry(clock.instant(), call.verb(), call.type().group(), call.resource(), call.namespace(),
                call.objectName(), call.http().header("user-agent"));
        keep(entry);
        listeners.forEach(listener -> listener.requested(entry));
    }

    private synchronized void keep(Entry entry) {
        if (entries.size() == LIMIT)
            entries.removeFirst();
        entries.add(entry);
    }

    /** Matching requests, oldest first. */
    public synchronized List<Entry> matching(Predicate<Entry> which) {
        return entries.stream().filter(which).toList();
    }

    public synchronized void clear() {
        entries.clear();
    }
}
