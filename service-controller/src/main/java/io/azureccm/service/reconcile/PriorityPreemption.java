package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.service.informer.ChangedObjects;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the pass under way from waiting for calls to Azure while something more urgent has come that only the next pass can look
 * at: what waits is kept back and planned anew together with it. Thread-safe.
 */
public final class PriorityPreemption {
    private final CallQueue calls;
    private final Map<String, CallPriority> waiting = new HashMap<>();
    private boolean leading;

    public PriorityPreemption(CallQueue calls) {
        this.calls = calls;
    }

    /** This instance leads from now on. */
    synchronized void begin() {
        leading = true;
    }

    /** Services changed that no pass looks at yet. */
    public synchronized void changed(ChangedObjects dirty, Priority priority) {
        if (!leading || priority == Priority.DRIFT)
            return;
        CallPriority urgency = priority == Priority.NEW_OR_DELETED ? CallPriority.NEW_OR_DELETED : CallPriority.CHANGED;
        dirty.services().forEach(uid -> waiting.merge(uid, urgency, PriorityPreemption::moreUrgent));
        tell();
    }

    /** A pass begins that looks at them. */
    synchronized void passBegins(Set<String> uids) {
        waiting.keySet().removeAll(uids);
        tell();
    }

    /** This instance does not lead any more. */
    synchronized void forget() {
        leading = false;
        waiting.clear();
        tell();
    }

    private void tell() {
        calls.makeWayFor(waiting.values().stream().reduce(CallPriority.BACKGROUND, PriorityPreemption::moreUrgent));
    }

    private static CallPriority moreUrgent(CallPriority one, CallPriority other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
