package io.azureccm.service.reconcile.known.event;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The events that this leader has emitted on Services, by UID. Immutable.
 *
 * @param announced whose work was announced
 * @param changed which have changed since
 * @param withoutNodes which have no node that can take their traffic
 * @param failing whose last attempt failed
 * @param unfinished when the event was emitted that work began or failed, while none says that it is done
 */
public record ReportedEvents(Set<String> announced, Set<String> changed, Set<String> withoutNodes,
        Set<String> failing, Map<String, Instant> unfinished) {
    public static final ReportedEvents NONE = new ReportedEvents(Set.of(), Set.of(), Set.of(), Set.of(), Map.of());

    public ReportedEvents {
        announced = Set.copyOf(announced);
        changed = Set.copyOf(changed);
        withoutNodes = Set.copyOf(withoutNodes);
        failing = Set.copyOf(failing);
        unfinished = Map.copyOf(unfinished);
    }

    /** Users changed these Services. */
    public ReportedEvents changed(Collection<String> uids) {
        return changed.containsAll(uids)
                ? this
                : new ReportedEvents(announced, with(changed, uids), withoutNodes, failing, unfinished);
    }

    /** Those of these Services that are new to this leader or have changed; the others are retries. */
    public Set<String> news(Set<String> uids) {
        Set<String> news = new HashSet<>(uids);
        news.removeIf(uid -> announced.contains(uid) && !changed.contains(uid));
        return news;
    }

    /** Work on these Services, of which all {@code news} are some, was announced. */
    public ReportedEvents announced(Set<String> uids, Set<String> news, Instant now) {
        Map<String, Instant> next = new HashMap<>(unfinished);
        news.forEach(uid -> next.put(uid, now));
        return new ReportedEvents(with(announced, uids), without(changed, uids), withoutNodes, failing, next);
    }

    /** Exactly these Services have no node. */
    public ReportedEvents withoutNodes(Set<String> uids) {
        return uids.equals(withoutNodes)
                ? this
                : new ReportedEvents(announced, changed, uids, failing, unfinished);
    }

    /** An event says that the Service failed. */
    public ReportedEvents failed(String uid, Instant now) {
        Map<String, Instant> next = new HashMap<>(unfinished);
        next.put(uid, now);
        return new ReportedEvents(announced, changed, withoutNodes, with(failing, Set.of(uid)), next);
    }

    /** The Service is served, or is about to be found deleted. */
    public ReportedEvents succeeded(String uid) {
        return failing.contains(uid)
                ? new ReportedEvents(announced, changed, withoutNodes, without(failing, Set.of(uid)), unfinished)
                : this;
    }

    /** When the event was emitted that work on the Service began or failed, if none says that it is done. */
    public Optional<Instant> began(String uid) {
        return Optional.ofNullable(unfinished.get(uid));
    }

    /** An event says that the work that began then is done. */
    public ReportedEvents finished(String uid, Instant began) {
        if (!began.equals(unfinished.get(uid)))
            return this;
        Map<String, Instant> next = new HashMap<>(unfinished);
        next.remove(uid);
        return new ReportedEvents(announced, changed, withoutNodes, failing, next);
    }

    /** The Service is deleted. */
    public ReportedEvents deleted(String uid) {
        Set<String> others = new HashSet<>(announced);
        others.addAll(changed);
        others.addAll(withoutNodes);
        others.addAll(failing);
        others.addAll(unfinished.keySet());
        others.remove(uid);
        return retain(others);
    }

    public ReportedEvents retain(Set<String> uids) {
        if (uids.containsAll(announced) && uids.containsAll(changed) && uids.containsAll(withoutNodes)
                && uids.containsAll(failing) && uids.containsAll(unfinished.keySet()))
            return this;
        Map<String, Instant> rest = new HashMap<>(unfinished);
        rest.keySet().retainAll(uids);
        return new ReportedEvents(retained(announced, uids), retained(changed, uids), retained(withoutNodes, uids),
                retained(failing, uids), rest);
    }

    private static Set<String> with(Set<String> some, Collection<String> more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private static Set<String> retained(Set<String> all, Set<String> uids) {
        Set<String> rest = new HashSet<>(all);
        rest.retainAll(uids);
        return rest;
    }
}
