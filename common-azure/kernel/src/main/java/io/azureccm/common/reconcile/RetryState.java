package io.azureccm.common.reconcile;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is remembered of an object between attempts, until one succeeds or the object changes: how often each cause occurred
 * since the last progress, everything that was carried out, the last cause, and what the next attempt waits for.
 */
public record RetryState(Map<String, Integer> attempts, Set<String> done, String cause, RetryTrigger trigger) {
    /** No failures. */
    public static final RetryState NEW = new RetryState(Map.of(), Set.of(), "", new RetryTrigger.Due(Instant.MIN));

    public RetryState {
        attempts = Map.copyOf(attempts);
        done = Set.copyOf(done);
    }

    /** True if an attempt may be made now. */
    public boolean isDue(Instant now) {
        return dueAt().filter(at -> !at.isAfter(now)).isPresent();
    }

    /** When the next attempt is due; empty if it waits for a change. */
    public Optional<Instant> dueAt() {
        return trigger instanceof RetryTrigger.Due(Instant at) ? Optional.of(at) : Optional.empty();
    }
}
