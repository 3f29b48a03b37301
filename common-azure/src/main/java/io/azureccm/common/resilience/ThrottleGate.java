package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.resilience.ArmCall.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps calls back while ARM wants to be left alone: one gate per subscription, resource type and direction. A 429 closes it
 * until the time ARM named; where ARM named none, for ten seconds, then twice as long each time up to a minute, until a call
 * of that scope gets through.
 */
public final class ThrottleGate {
    private static final Duration UNNAMED = Duration.ofSeconds(10);
    private static final Duration LONGEST_UNNAMED = Duration.ofSeconds(60);

    private final ArmClock clock;
    private final Map<Scope, Closing> closings = new ConcurrentHashMap<>();

    private record Closing(Instant until, Duration nextUnnamed) {}

    public ThrottleGate(ArmClock clock) {
        this.clock = clock;
    }

    /** When the gate opens; empty when it is open. */
    public Optional<Instant> closedUntil(Scope scope) {
        Closing closing = closings.get(scope);
        return closing != null && clock.now().isBefore(closing.until())
                ? Optional.of(closing.until())
                : Optional.empty();
    }

    /** All closed gates and when they open, for people. */
    public Map<String, Instant> closed() {
        Map<String, Instant> closed = new TreeMap<>();
        closings.keySet().forEach(scope -> closedUntil(scope).ifPresent(until -> closed.put(scope.toString(), until)));
        return closed;
    }

    /** Never opens earlier than an earlier closing said; returns when the gate opens. */
    Instant close(Scope scope, Optional<Instant> named) {
        return closings.compute(scope, (same, before) -> {
            Duration unnamed = before == null ? UNNAMED : before.nextUnnamed();
            Instant until = named.orElseGet(() -> clock.now().plus(unnamed));
            Duration doubled = unnamed.multipliedBy(2);
            Duration next = named.isPresent()
                    ? unnamed
                    : doubled.compareTo(LONGEST_UNNAMED) > 0
                            ? LONGEST_UNNAMED
                            : doubled;
            return new Closing(before != null && before.until().isAfter(until) ? before.until() : until, next);
        }).until();
    }

    /** ARM took a call of this scope: the next unnamed closing is a short one again. */
    void passed(Scope scope) {
        closings.computeIfPresent(scope,
                (same, closing) -> clock.now().isBefore(closing.until()) ? closing : null);
    }
}
