package io.azureccm.service.reconcile.known;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Services that wait for a result, by UID, and the changes that are collected before something is written that many share.
 * {@code nodes}: nodes changed since the last look.
 */
public record Requests(Map<String, Request> open, Optional<Window> window, boolean nodes) {
    public static final Requests NONE = new Requests(Map.of(), Optional.empty(), false);

    /** One Service is changed in several steps by people and programs: nothing is done for it before it has been quiet for so long. */
    private static final Duration SETTLE = Duration.ofMillis(100);

    /** Since when changes are collected, and when the last came. */
    public record Window(Instant first, Instant last) {
        public Instant closes(Timing timing) {
            Instant idle = last.plus(timing.idleWindow());
            Instant longest = first.plus(timing.maxAge());
            return idle.isBefore(longest) ? idle : longest;
        }
    }

    /**
     * One Service that waits. {@code since} is when the first change that is not served yet was seen, {@code changed} the last one.
     * {@code isChange} is false for one that is only tried again; {@code isAnnounced}: its user was told that work has begun.
     */
    public record Request(Instant since, Instant changed, boolean isChange, boolean isAnnounced) {}

    public Requests {
        open = Map.copyOf(open);
    }

    /** {@code settled}: nothing more is to be expected at once, as after a start. */
    public Requests changed(Collection<String> uids, boolean nodesToo, boolean settled, Instant now) {
        Map<String, Request> next = new HashMap<>(open);
        Instant seen = settled ? now.minus(SETTLE) : now;
        uids.forEach(uid -> {
            Request before = next.get(uid);
            next.put(uid, new Request(before != null && before.isChange() ? before.since() : now, seen, true, false));
        });
        Optional<Window> collecting = settled
                ? window
                : Optional.of(new Window(window.map(Window::first).orElse(now), now));
        return new Requests(next, collecting, nodes || nodesToo);
    }

    /** These are tried again. */
    public Requests retried(Collection<String> uids, Instant now) {
        if (open.keySet().containsAll(uids))
            return this;
        Map<String, Request> next = new HashMap<>(open);
        uids.forEach(uid -> next.putIfAbsent(uid, new Request(now, now.minus(SETTLE), false, true)));
        return new Requests(next, window, nodes);
    }

    public Requests announced(Collection<String> uids) {
        if (uids.isEmpty())
            return this;
        Map<String, Request> next = new HashMap<>(open);
        uids.forEach(uid -> next.computeIfPresent(uid,
                (same, each) -> new Request(each.since(), each.changed(), each.isChange(), true)));
        return new Requests(next, window, nodes);
    }

    public Requests answered(Collection<String> uids) {
        if (uids.stream().noneMatch(open::containsKey))
            return this;
        Map<String, Request> next = new HashMap<>(open);
        next.keySet().removeAll(uids);
        return new Requests(next, window, nodes);
    }

    /** What was collected is written. */
    public Requests closed() {
        return window.isEmpty() && !nodes ? this : new Requests(open, Optional.empty(), false);
    }

    public Requests retain(Set<String> uids) {
        return uids.containsAll(open.keySet())
                ? this
                : answered(open.keySet().stream().filter(uid -> !uids.contains(uid)).toList());
    }

    /** Until when nothing is done for a Service, because it changed just now; empty when something may be. */
    public Optional<Instant> settles(String uid, Instant now) {
        return Optional.ofNullable(open.get(uid))
                .map(each -> each.changed().plus(SETTLE))
                .filter(now::isBefore);
    }

    /** The Services that changed and whose users have not heard yet that work begins. */
    public Set<String> unannounced(Instant now) {
        return open.entrySet()
                .stream()
                .filter(each -> !each.getValue().isAnnounced() && settles(each.getKey(), now).isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The Services that changed, without those that are only tried again. */
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
