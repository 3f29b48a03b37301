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
 * How writes of the table have gone since the last good one. A conflict or a lost answer says nothing about the routes: the table is
 * read again and planned anew, and nodes hear of it only if it goes on. {@code reason}: why the last one did not end well;
 * {@code unknown}: the last one whose answer was lost, while reads may not show it; {@code shown}: what a dry run has shown and did not
 * send; {@code news}: what the writes came to that ended since the last turn, as
 * far as anybody is to hear of it.
 */
record WriteAttempts(RetryState retry, Optional<RetryReason> reason, Optional<FailedWrite> failure,
        Optional<UnknownWrite> unknown, Optional<Operation> shown, Optional<PlanOutcome> news) {
    static final WriteAttempts NONE = new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty());

    private static final int CONFLICTS_IN_SILENCE = 5;
    private static final int UNKNOWN_IN_SILENCE = 2;

    /** {@code settle}: how long reads may show the table as it was before a write. */
    WriteAttempts after(RouteEvent.TableWritten write, RetryPolicy policy, Instant now, Duration settle) {
        WriteAttempts next = after(write, policy, now);
        Operation operation = write.result().plan().operations().getFirst();
        return write.result().of(operation.target()) instanceof Outcome.Unknown
                ? next.with(new UnknownWrite(operation, now.plus(settle)))
                : next;
    }

    /** Forgets what is over. */
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

    /** A node has changed since the last write: what was refused then may be something else now. Who asks to wait is waited for. */
    WriteAttempts changed() {
        return reason.filter(RetryReason.FAILED::equals).isPresent()
                ? new WriteAttempts(RetryState.NEW, Optional.empty(), failure, unknown, shown, news)
                : this;
    }

    /** The same, after somebody has heard the news. */
    WriteAttempts heard() {
        return news.isEmpty() ? this : with(Optional.empty());
    }

    private static WriteAttempts done(Optional<PlanOutcome> told) {
        return NONE.with(told);
    }

    /** {@code failed}: what nodes hear of; empty when it says nothing about their routes, and what they heard before stands. */
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
