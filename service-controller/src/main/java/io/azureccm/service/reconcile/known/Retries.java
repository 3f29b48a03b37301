package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Services, by UID, whose last attempt failed for a reason other than a write to Azure, each with its retry trigger; {@code stops} are
 * those for which nothing is done meanwhile, because the cluster rejected a write that has to come first.
 */
public record Retries(Map<String, RetryState> states, Map<String, Stop> stops) {
    public static final Retries NONE = new Retries(Map.of(), Map.of());
    private static final String WRITING = "writing the Service";

    public Retries {
        states = Map.copyOf(states);
        stops = Map.copyOf(stops);
    }

    public Retries failed(String uid, FailedAttempt attempt, RetryPolicy policy, Instant now) {
        RetryState next = policy.after(states.getOrDefault(uid, RetryState.NEW), attempt, now);
        return new Retries(Copies.with(states, uid, next), Copies.without(stops, Set.of(uid)));
    }

    /** The cluster rejected a write of the Service. */
    public Retries notWritten(String uid, RetryPolicy policy, Instant now) {
        return failed(uid, FailedAttempt.of(RetryReason.FAILED, WRITING), policy, now);
    }

    /** Whether the Service must not be written yet, because the cluster rejected that. What Azure refuses does not matter for it. */
    public boolean holdsWrite(String uid, Instant now) {
        return isWaiting(uid, now) && of(uid).filter(state -> state.cause().equals(WRITING)).isPresent();
    }

    /** The same failure stops the Service until it is due again. */
    public Retries stopping(String uid, Stop stop) {
        return new Retries(states, Copies.with(stops, uid, stop));
    }

    /** The Services that are stopped now. */
    public Map<String, Stop> stopsAt(Instant now) {
        return Copies.retained(stops, (uid, stop) -> isWaiting(uid, now));
    }

    public Retries forget(Collection<String> uids) {
        return uids.stream().noneMatch(states::containsKey)
                ? this
                : new Retries(Copies.without(states, uids), Copies.without(stops, uids));
    }

    /** The next attempts of these Services have started. */
    public Retries started(Collection<String> uids) {
        Map<String, RetryState> next = new HashMap<>(states);
        uids.forEach(uid -> next.computeIfPresent(uid, (same, state) -> new RetryState(state.attempts(), state.done(),
                state.cause(), new RetryTrigger.AnythingChanged())));
        return new Retries(next, Copies.without(stops, uids));
    }

    public Retries retain(Set<String> uids) {
        return uids.containsAll(states.keySet())
                ? this
                : new Retries(Copies.retained(states, uids), Copies.retained(stops, uids));
    }

    public Optional<RetryState> of(String uid) {
        return Optional.ofNullable(states.get(uid));
    }

    /** Whether the Service waits for a later time. */
    public boolean isWaiting(String uid, Instant now) {
        return of(uid).flatMap(RetryState::dueAt).filter(now::isBefore).isPresent();
    }

    public Set<String> due(Instant now) {
        return states.entrySet()
                .stream()
                .filter(each -> each.getValue().dueAt().filter(at -> !at.isAfter(now)).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The next time after {@code now} at which a retry is due. */
    public Optional<Instant> nextDue(Instant now) {
        return states.values()
                .stream()
                .flatMap(state -> state.dueAt().stream())
                .filter(now::isBefore)
                .min(Instant::compareTo);
    }
}
