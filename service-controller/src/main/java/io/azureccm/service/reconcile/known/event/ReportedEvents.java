package io.azureccm.service.reconcile.known.event;

import io.azureccm.common.core.shared.Copies;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
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
        return new ReportedEvents(announced, Copies.with(changed, uids), withoutNodes, failing, unfinished);
    }

    /** Those of these Services that are new to this leader or have changed; the others are retries. */
    public Set<String> news(Set<String> uids) {
        return Copies.without(uids, Copies.without(announced, changed));
    }

    /** Work on these Services, of which all {@code news} are some, was announced. */
    public ReportedEvents announced(Set<String> uids, Set<String> news, Instant now) {
        Map<String, Instant> next = new HashMap<>(unfinished);
        news.forEach(uid -> next.put(uid, now));
        return new ReportedEvents(Copies.with(announced, uids), Copies.without(changed, uids), withoutNodes, failing,
                next);
    }

    /** Exactly these Services have no node. */
    public ReportedEvents withoutNodes(Set<String> uids) {
        return new ReportedEvents(announced, changed, uids, failing, unfinished);
    }

    /** An event says that the Service failed. */
    public ReportedEvents failed(String uid, Instant now) {
        return new ReportedEvents(announced, changed, withoutNodes, Copies.with(failing, Set.of(uid)),
                Copies.with(unfinished, uid, now));
    }

    /** The Service is served, or is about to be found deleted. */
    public ReportedEvents succeeded(String uid) {
        return new ReportedEvents(announced, changed, withoutNodes, Copies.without(failing, Set.of(uid)), unfinished);
    }

    /** When the event was emitted that work on the Service began or failed, if none says that it is done. */
    public Optional<Instant> began(String uid) {
        return Optional.ofNullable(unfinished.get(uid));
    }

    /** An event says that the work that began then is done. */
    public ReportedEvents finished(String uid, Instant began) {
        return began.equals(unfinished.get(uid))
                ? new ReportedEvents(announced, changed, withoutNodes, failing,
                        Copies.without(unfinished, Set.of(uid)))
                : this;
    }

    /** The Service is deleted. */
    public ReportedEvents deleted(String uid) {
        Set<String> gone = Set.of(uid);
        return new ReportedEvents(Copies.without(announced, gone), Copies.without(changed, gone),
                Copies.without(withoutNodes, gone), Copies.without(failing, gone), Copies.without(unfinished, gone));
    }

    public ReportedEvents retain(Set<String> uids) {
        if (uids.containsAll(announced) && uids.containsAll(changed) && uids.containsAll(withoutNodes)
                && uids.containsAll(failing) && uids.containsAll(unfinished.keySet()))
            return this;
        return new ReportedEvents(Copies.retained(announced, uids), Copies.retained(changed, uids),
                Copies.retained(withoutNodes, uids), Copies.retained(failing, uids),
                Copies.retained(unfinished, uids));
    }
}
