package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Refusal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of all rounds of one run. The last plan has the last word: it was made from a new reading, so a write that
 * went wrong before and is no longer in it is no longer needed. {@code failure} is what kept a further round from being planned.
 */
public record RunResult(List<PlanOutcome> rounds, Optional<RuntimeException> failure) {
    public RunResult {
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty())
            throw new IllegalArgumentException("a run has at least one round");
    }

    public PlanOutcome last() {
        return rounds.getLast();
    }

    public Plan lastPlan() {
        return last().plan();
    }

    /** The last word per target: what was written in any round, and of what went wrong only what is still wanted. */
    public Map<ArmId, Outcome> outcomes() {
        Map<ArmId, Outcome> merged = new TreeMap<>();
        rounds.forEach(round -> {
            merged.replaceAll((target, outcome) -> outcome.isGood() ? outcome : new Outcome.NoChange());
            merged.putAll(round.outcomes());
        });
        return merged;
    }

    public boolean allGood() {
        return last().allGood();
    }

    /** The operations that keep a subject from being reported as done; empty means it is done (unless it was refused). */
    public List<Operation> openFor(String subject) {
        return last().openFor(subject);
    }

    /**
     * The open operation that is to blame for a subject: one that ARM answered badly before one that nobody was allowed to send,
     * and those before one that waits for another.
     */
    public Optional<Operation> blockerOf(String subject) {
        return openFor(subject).stream().min(Comparator.comparingInt(this::distance));
    }

    private int distance(Operation operation) {
        return switch (last().of(operation.target())) {
            case Outcome.NotAttempted(Reason reason, String message) ->
                reason == Reason.DEFERRED || reason == Reason.PREREQUISITE_FAILED ? 2 : 1;
            case null, default -> 0;
        };
    }

    /** What is wrong for a subject, in one line: the problem of the operation that is to blame, "" when it is done. */
    public String problemOf(String subject) {
        return blockerOf(subject).map(operation -> operation.target().shortName() + ": "
                + last().of(operation.target()).problem()).orElse("");
    }

    /** What kind of failure keeps a subject from being done: the outcome and the type of its target; "" when it is done. */
    public String causeOf(String subject) {
        return blockerOf(subject)
                .map(operation -> last().of(operation.target()).kind() + " of " + operation.verb() + " "
                        + operation.target().type().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /** The kinds of failures in the last plan; "" when there is none, as when only a node could not be written. */
    public String causes() {
        return last().outcomes()
                .values()
                .stream()
                .map(Outcome::kind)
                .filter(kind -> !kind.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** What was carried out for a subject in any round: {@code PUT} and the id of the target. */
    public Set<String> carriedOutFor(String subject) {
        return rounds.stream()
                .flatMap(round -> round.plan()
                        .operations()
                        .stream()
                        .filter(operation -> operation.subjects().contains(subject)
                                && round.of(operation.target()) instanceof Outcome.Applied)
                        .map(operation -> operation.verb() + " " + operation.target().key()))
                .collect(Collectors.toSet());
    }

    public Optional<Refusal> refusalOf(String subject) {
        return lastPlan().refusals().stream().filter(refusal -> refusal.subject().equals(subject)).findFirst();
    }

    /** When ARM wants to be asked again at the earliest; empty when nothing was throttled. */
    public Optional<Instant> retryNotBefore() {
        return last().outcomes()
                .values()
                .stream()
                .flatMap(outcome -> outcome instanceof Outcome.Throttled(Instant until, String message)
                        ? java.util.stream.Stream.of(until)
                        : java.util.stream.Stream.empty())
                .max(Comparator.naturalOrder());
    }
}
