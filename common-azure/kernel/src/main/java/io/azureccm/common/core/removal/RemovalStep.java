package io.azureccm.common.core.removal;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Decides about held removals in each turn of a scope; {@code isAsked}: somebody can approve them. Pure. */
public record RemovalStep(RemovalLimits limits, boolean isAsked) {
    /** The lane in which approvals are read. */
    public static final String LANE = "approvals of removals";

    /**
     * The removal memory after the turn; what is held, to be shown if there are limits; and, if approvals are to be read now, those that
     * are spent.
     */
    public record Taken(RemovalMemory memory, Optional<Removals> shown, Optional<Set<String>> spent) {}

    public static RemovalStep of(RemovalPolicy policy) {
        return new RemovalStep(policy.limits(), policy.isAsked());
    }

    /** {@code atRest}: nothing of the plan is pending or in flight; {@code isReading}: approvals are being read. */
    public record Turn(boolean atRest, boolean isReading, Instant now) {}

    public Taken take(RemovalMemory before, RemovalMemory.Assessment assessment, Turn turn) {
        if (limits.isNone())
            return new Taken(before, Optional.empty(), Optional.empty());
        RemovalMemory memory = before.after(assessment, turn.atRest());
        Optional<Removals> shown = Optional.of(memory.held());
        return isAsked && memory.isDue(turn.now()) && !turn.isReading()
                ? new Taken(memory.readingAt(turn.now()), shown, Optional.of(memory.spent()))
                : new Taken(memory, shown, Optional.empty());
    }
}
