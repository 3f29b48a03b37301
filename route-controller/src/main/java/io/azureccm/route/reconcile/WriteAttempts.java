package io.azureccm.route.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The writes of the table since the last successful one. After a conflict or a lost answer the table is read and
 * planned again, and nodes are informed only if this repeats. {@code reason}: why the last write did not succeed;
 * {@code unknown}: the last write with an unknown outcome, while reads may not show it; {@code shown}: what a dry run
 * planned and did not send; {@code news}: the outcome of the last write, if it is to be reported and has not been yet.
 */
record WriteAttempts(RetryState retry, Optional<RetryReason> reason, Optional<FailedWrite> failure,
        Optional<UnknownWrite> unknown, Optional<Operation> shown, Optional<PlanOutcome> news) {
    static final WriteAttempts NONE = new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty());

    private static final int CONFLICTS_IN_SILENCE = 5;
    private static final int UNKNOWN_IN_SILENCE = 2;

    /** {@code settle}: how long reads may show the state of the table before a write. */
    WriteAttempts after(RouteEvent.TableWritten write, RetryPolicy policy, Instant now, Duration settle) {
        WriteAttempts next = after(write, policy, now);
        Operation operation = write.result().plan().operations().getFirst();
        return write.result().of(operation.target()) instanceof Outcome.Unknown
                ? next.with(new UnknownWrite(operation, now.plus(settle)))
                : next;
    }

    /** Removes expired entries. */
    WriteAttempts at(Instant now) {
        return unknown.filter(write -> !write.until().isAfter(now)).isEmpty() ? this : with((UnknownWrite) null);
    }

    private WriteAttempts after(RouteEvent.TableWritten write, RetryPolicy policy, Instant now) {
        Operation operation = write.result().plan().operations().getFirst();
        Outcome outcome = write.result().of(operation.target());
        Optional<PlanOutcome> told = Optional.of(write.result());
        FailedWrite failed = new FailedWrite(operation, outcome, write.took());
        return switch (outcome) {
            case Outcome.Applied applied -> done(told);
            case Outcome.NoChange none -> done(told);
            case Outcome.NotAttempted(Reason why, String message) when why == Reason.DRY_RUN ->
                new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.of(operation), Optional.empty());
            case Outcome.NotAttempted notSent ->
                again(policy, FailedAttempt.of(RetryReason.FAILED, outcome.kind()), now, Optional.empty());
            case Outcome.Conflict conflict when silently(outcome, CONFLICTS_IN_SILENCE) ->
                again(policy, FailedAttempt.of(RetryReason.OUTDATED, outcome.kind()), now, Optional.empty());
            case Outcome.Unknown unknown when silently(outcome, UNKNOWN_IN_SILENCE) ->
                again(policy, FailedAttempt.of(RetryReason.UNKNOWN_OUTCOME, outcome.kind()), now, Optional.empty());
            case Outcome.Throttled(Instant until, String message) -> again(policy,
                    new FailedAttempt(RetryReason.CLOSED_WINDOW, outcome.kind(), Set.of(), Optional.of(until)), now,
                    Optional.of(failed)).with(told);
            default -> again(policy, FailedAttempt.of(RetryReason.FAILED, outcome.kind() + ", told"), now,
                    Optional.of(failed)).with(told);
        };
    }

    /** A node has changed since the last write, so a rejected write may succeed now. A throttled write still waits. */
    WriteAttempts changed() {
        return reason.filter(RetryReason.FAILED::equals).isPresent()
                ? new WriteAttempts(RetryState.NEW, Optional.empty(), failure, unknown, shown, news)
                : this;
    }

    /** After the news have been reported. */
    WriteAttempts reported() {
        return news.isEmpty() ? this : with(Optional.empty());
    }

    private static WriteAttempts done(Optional<PlanOutcome> told) {
        return NONE.with(told);
    }

    /**
     * {@code failed} is reported to nodes; if it is empty, the attempt says nothing about their routes and the previous
     * report stands.
     */
    private WriteAttempts again(RetryPolicy policy, FailedAttempt attempt, Instant now, Optional<FailedWrite> failed) {
        return new WriteAttempts(policy.after(retry, attempt, now), Optional.of(attempt.reason()),
                failed.or(() -> failure), unknown, Optional.empty(), Optional.empty());
    }

    private WriteAttempts with(Optional<PlanOutcome> heard) {
        return new WriteAttempts(retry, reason, failure, unknown, shown, heard);
    }

    private WriteAttempts with(UnknownWrite write) {
        return new WriteAttempts(retry, reason, failure, Optional.ofNullable(write), shown, news);
    }

    private boolean silently(Outcome outcome, int most) {
        return retry.attempts().getOrDefault(outcome.kind(), 0) < most;

    }
}
