package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.informer.ChangedObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Services that wait for a result, by UID, and the changes collected before a shared resource is written. {@code nodes}: nodes changed
 * since the last refresh.
 */
public record Requests(Map<String, Request> open, Optional<Window> window, boolean nodes) {
    public static final Requests NONE = new Requests(Map.of(), Optional.empty(), false);

    /** A Service is often changed in several steps, so nothing is done for it until it has not changed for this long. */
    private static final Duration SETTLE = Duration.ofMillis(100);
    /** A Service that never stops changing must not hold up what it shares with others. */
    private static final Duration MAX_SETTLE = Duration.ofSeconds(1);

    /** When the first and the last of the collected changes came. */
    public record Window(Instant first, Instant last) {
        public Instant closes(ServiceTiming timing) {
            Instant idle = last.plus(timing.idleWindow());
            Instant longest = first.plus(timing.maxAge());
            return idle.isBefore(longest) ? idle : longest;
        }
    }

    /**
     * One waiting Service. {@code since} is when its first unserved change was seen, {@code changed} the last one. {@code isChange} is
     * false for a retry; {@code isAnnounced}: the event about the start of work was emitted.
     */
    public record Request(Instant since, Instant changed, boolean isChange, boolean isAnnounced) {
        private Instant settles() {
            Instant quiet = changed.plus(SETTLE);
            Instant latest = since.plus(MAX_SETTLE);
            return quiet.isBefore(latest) ? quiet : latest;
        }
    }

    public Requests {
        open = Map.copyOf(open);
    }

    public Requests changed(ChangedObjects what, Instant now) {
        return new Requests(changed(what.services(), now, now),
                Optional.of(new Window(window.map(Window::first).orElse(now), now)), nodes || what.nodes());
    }

    /** These Services are there when this instance starts, and the nodes: no further changes are expected soon. */
    public Requests started(Collection<String> uids, Instant now) {
        return new Requests(changed(uids, now.minus(SETTLE), now), window, true);
    }

    private Map<String, Request> changed(Collection<String> uids, Instant seen, Instant now) {
        Map<String, Request> next = new HashMap<>(open);
        uids.forEach(uid -> {
            Request before = next.get(uid);
            next.put(uid, new Request(before != null && before.isChange() ? before.since() : now, seen, true, false));
        });
        return next;
    }

    /** These Services are retried. */
    public Requests retried(Collection<String> uids, Instant now) {
        Map<String, Request> next = new HashMap<>(open);
        uids.forEach(uid -> next.putIfAbsent(uid, new Request(now, now.minus(SETTLE), false, true)));
        return new Requests(next, window, nodes);
    }

    public Requests announced(Collection<String> uids) {
        Map<String, Request> next = new HashMap<>(open);
        uids.forEach(uid -> next.computeIfPresent(uid,
                (same, each) -> new Request(each.since(), each.changed(), each.isChange(), true)));
        return new Requests(next, window, nodes);
    }

    public Requests answered(Collection<String> uids) {
        return uids.stream().noneMatch(open::containsKey)
                ? this
                : new Requests(Copies.without(open, uids), window, nodes);
    }

    /** The collected changes are written. */
    public Requests closed() {
        return window.isEmpty() && !nodes ? this : new Requests(open, Optional.empty(), false);
    }

    public Requests retain(Set<String> uids) {
        return uids.containsAll(open.keySet())
                ? this
                : new Requests(Copies.retained(open, uids), window, nodes);
    }

    /** Until when nothing is done for a Service because it has just changed; empty if work may start. */
    public Optional<Instant> settles(String uid, Instant now) {
        return Optional.ofNullable(open.get(uid))
                .map(Request::settles)
                .filter(now::isBefore);
    }

    /** The changed Services without an event about the start of work yet. */
    public Set<String> unannounced(Instant now) {
        return open.entrySet()
                .stream()
                .filter(each -> !each.getValue().isAnnounced() && settles(each.getKey(), now).isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The changed Services, without retries. */
    public Set<String> changes() {
        return open.entrySet()
                .stream()
                .filter(each -> each.getValue().isChange())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    public Optional<Instant> nextSettled(Instant now) {
        return open.keySet().stream().flatMap(uid -> settles(uid, now).stream()).min(Instant::compareTo);
    }
}
