package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/** The objects whose last attempt failed, each with its {@link RetryState}. Thread-safe. */
public final class RetrySchedule<K> {
    private final RetryPolicy policy;
    private final ConcurrentMap<K, RetryState> states = new ConcurrentHashMap<>();

    public RetrySchedule(RetryPolicy policy) {
        this.policy = policy;
    }

    /** An attempt for the object failed; returns what the next one waits for. */
    public RetryTrigger failed(K object, FailedAttempt attempt, Instant now) {
        return states.compute(object, (same, before) -> policy.after(before == null ? RetryState.NEW : before, attempt,
                now)).trigger();
    }

    /** The object changed, or an attempt for it succeeded: nothing that was before counts any more. */
    public void forget(K object) {
        states.remove(object);
    }

    public void clear() {
        states.clear();
    }

    /** Forgets all other objects. */
    public void retain(Set<K> objects) {
        states.keySet().retainAll(objects);
    }

    /** All objects whose last attempt failed. */
    public Set<K> objects() {
        return Set.copyOf(states.keySet());
    }

    /** The objects whose next attempt is due. */
    public Set<K> due(Instant now) {
        return states.entrySet()
                .stream()
                .filter(each -> each.getValue().dueAt().filter(at -> !at.isAfter(now)).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** When the next attempt of any object is due; empty when none waits for a time. */
    public Optional<Instant> nextDue() {
        return states.values().stream().flatMap(state -> state.dueAt().stream()).min(Instant::compareTo);
    }

    /** Whether any object waits for a change of anything. */
    public boolean awaitsChanges() {
        return states.values().stream().anyMatch(state -> state.trigger() instanceof RetryTrigger.AnythingChanged);
    }
}
