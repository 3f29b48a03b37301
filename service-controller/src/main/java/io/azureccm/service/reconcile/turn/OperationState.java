package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.Outcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The state of one operation of a plan in a turn. */
public sealed interface OperationState {
    public OperationState READY = new Ready();
    public OperationState UNDER_WAY = new UnderWay();

    /** It is sent in this turn. */
    public record Ready() implements OperationState {}

    /** It was sent and has not ended. */
    public record UnderWay() implements OperationState {}

    /** It waits for something that is expected to happen; {@code until} is the latest time, if known. */
    public record Waits(String what, Optional<Instant> until) implements OperationState {
        public static Waits on(String what) {
            return new Waits(what, Optional.empty());
        }

        public static Waits until(String what, Instant at) {
            return new Waits(what, Optional.of(at));
        }
    }

    /** It, or an operation that it depends on, failed and is not sent again before {@code until}. */
    public record Blocked(String problem, Outcome outcome, Instant until) implements OperationState {}

    /** Azure accepts it in vain, but what depends on it needs none of its changes; it is sent again at {@code until}. */
    public record WithoutEffect(String problem, Instant until) implements OperationState {}

    /** For messages. */
    public default String describe() {
        return switch (this) {
            case Ready ready -> "ready";
            case UnderWay underWay -> "under way";
            case Waits(String what, Optional<Instant> until) -> "waits for " + what
                    + until.map(at -> " until " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("");
            case Blocked(String problem, Outcome outcome, Instant until) -> (until.equals(Instant.MAX)
                    ? "not sent: "
                    : "retried at " + until.truncatedTo(ChronoUnit.SECONDS) + ": ") + problem;
            case WithoutEffect(String problem, Instant until) -> "retried at " + until.truncatedTo(ChronoUnit.SECONDS)
                    + ", and nothing waits for it: " + problem;
        };
    }

    /** Whether it may still succeed without a later retry. */
    public default boolean isPending() {
        return !(this instanceof Blocked || this instanceof WithoutEffect);
    }
}
