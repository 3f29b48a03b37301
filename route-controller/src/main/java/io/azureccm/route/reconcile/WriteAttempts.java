package io.azureccm.route.reconcile;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.reconcile.rejected.RejectedRoutes;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The writes of the table since the last successful one. After a conflict or a lost answer the table is read and
 * planned again, and nodes are informed only if this repeats. {@code reason}: why the last write did not succeed;
 * {@code unknown}: the last write with an unknown outcome, while reads may not show it; {@code shown}: what a dry run
 * planned and did not send; {@code news}: the outcome of the last write, if it is to be reported and has not been yet;
 * {@code rejected}: what Azure refuses for good; {@code accepted}: the changes that it accepted last, until the table
 * shows them: if the next write makes the same ones, they were in vain.
 */
record WriteAttempts(RetryState retry, Optional<RetryReason> reason, Optional<FailedWrite> failure,
        Optional<UnknownWrite> unknown, Optional<Operation> shown, Optional<PlanOutcome> news,
        RejectedRoutes rejected, List<Change> accepted) {
    static final WriteAttempts NONE = new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), RejectedRoutes.NONE, List.of());

    private static final Outcome IN_VAIN = new Outcome.Conflict(
            "Azure accepts the write, but the table stays as it was: an Azure Policy or another client may change it");

    WriteAttempts {
        // Earlier releases did not record it.
        accepted = accepted == null ? List.of() : List.copyOf(accepted);
    }

    /** The last write of the table, which did not succeed, and how long it took. */
    record FailedWrite(Operation operation, Outcome outcome, Duration took) {
        /** True if the write included routes of this node. */
        boolean concerns(NodeFacts node) {
            return operation.subjects().contains(node.name());
        }

        String problem() {
            return operation.target().shortName() + ": " + outcome.problem();
        }
    }

    /**
     * A write of the table with an unknown outcome: Azure may have carried it out, and until {@code until} a reading may
     * still show the state before it.
     */
    record UnknownWrite(Operation operation, Instant until) {
        /**
         * True while the observed table may be older than the write: it has the etag that the write was planned on, or is
         * missing.
         */
        boolean isOpen(Optional<ObservedState> observed) {
            return observed.flatMap(ObservedState::table)
                    .filter(table -> !table.path("etag").asText().equals(operation.ifMatch()))
                    .isEmpty();
        }
    }

    private static final int CONFLICTS_IN_SILENCE = 5;
    private static final int UNKNOWN_IN_SILENCE = 2;

    /** A write that Azure accepts although it has just accepted the same changes counts as a conflict. */
    RouteEvent.TableWritten judged(RouteEvent.TableWritten write) {
        Operation operation = write.result().plan().operations().getFirst();
        boolean inVain = write.result().of(operation.target()) instanceof Outcome.Applied && !accepted.isEmpty()
                && accepted.equals(operation.changes());
        return inVain
                ? new RouteEvent.TableWritten(
                        new PlanOutcome(write.result().plan(), Map.of(operation.target(), IN_VAIN)), write.took())
                : write;
    }

    /** {@code settle}: how long reads may show the state of the table before a write. */
    WriteAttempts after(RouteEvent.TableWritten write, ClusterState cluster, RetryPolicy policy, Instant now,
            Duration settle) {
        Operation operation = write.result().plan().operations().getFirst();
        return switch (write.result().of(operation.target())) {
            case Outcome.Rejected reason -> rejected(write, operation, reason, policy, now)
                    .with(rejected.refused(operation, reason, cluster, policy, now));
            case Outcome.Unknown lost -> after(write, policy, now).with(new UnknownWrite(operation, now.plus(settle)));
            case Outcome outcome when outcome.isGood() || outcome.equals(IN_VAIN) ->
                after(write, policy, now).with(rejected.accepted(operation, now));
            case Outcome other -> after(write, policy, now);
        };
    }

    /** The routes that are refused are searched without a pause; nodes are told only which ones they are. */
    private WriteAttempts rejected(RouteEvent.TableWritten write, Operation operation, Outcome.Rejected reason,
            RetryPolicy policy, Instant now) {
        return RejectedRoutes.isSearched(operation, reason)
                ? new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(), unknown, Optional.empty(),
                        Optional.of(write.result()), rejected, accepted)
                : after(write, policy, now);
    }

    /** Removes expired entries; a refused node that is due is tried again. */
    WriteAttempts at(ClusterState cluster, Instant now) {
        WriteAttempts next = with(rejected.at(cluster, now));
        return unknown.filter(write -> !write.until().isAfter(now)).isEmpty() ? next : next.with((UnknownWrite) null);
    }

    private WriteAttempts after(RouteEvent.TableWritten write, RetryPolicy policy, Instant now) {
        Operation operation = write.result().plan().operations().getFirst();
        Outcome outcome = write.result().of(operation.target());
        Optional<PlanOutcome> told = Optional.of(write.result());
        FailedWrite failed = new FailedWrite(operation, outcome, write.took());
        return switch (outcome) {
            case Outcome.Applied applied -> done(told, operation.changes());
            case Outcome.NoChange none -> done(told, List.of());
            case Outcome.NotAttempted(Reason why, String message) when why == Reason.DRY_RUN ->
                new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.of(operation), Optional.empty(), rejected, List.of());
            case Outcome.NotAttempted notSent ->
                again(policy, FailedAttempt.of(RetryReason.FAILED, outcome.kind()), now, Optional.empty());
            case Outcome.Conflict conflict when silently(outcome, CONFLICTS_IN_SILENCE) ->
                again(policy, FailedAttempt.of(RetryReason.OUTDATED, outcome.kind()), now, Optional.empty());
            case Outcome.Unknown unknown when silently(outcome, UNKNOWN_IN_SILENCE) ->
                again(policy, FailedAttempt.of(RetryReason.UNKNOWN_OUTCOME, outcome.kind()), now, Optional.empty());
            case Outcome.Throttled(Instant until, String message, boolean isBusy) -> again(policy,
                    new FailedAttempt(isBusy ? RetryReason.BUSY : RetryReason.CLOSED_WINDOW, outcome.kind(), Set.of(),
                            Optional.of(until)),
                    now,
                    Optional.of(failed)).with(told);
            default -> again(policy, FailedAttempt.of(RetryReason.FAILED, outcome.kind() + ", told"), now,
                    Optional.of(failed)).with(told);
        };
    }

    /** Nodes have changed since the last write, so a rejected write may succeed now. A throttled write still waits. */
    WriteAttempts changed(Set<String> nodes) {
        RejectedRoutes next = rejected.changed(nodes);
        return reason.filter(RetryReason.FAILED::equals).isPresent()
                ? new WriteAttempts(RetryState.NEW, Optional.empty(), failure, unknown, shown, news, next, accepted)
                : with(next);
    }

    /** After the news have been reported. */
    WriteAttempts reported() {
        return news.isEmpty() ? this : with(Optional.empty());
    }

    /** The table shows what it should: nothing that failed before is still to be written. */
    WriteAttempts inPlace(Optional<ObservedState> observed) {
        boolean sure = unknown.filter(write -> write.isOpen(observed)).isEmpty();
        return sure
                ? new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(), unknown, shown, news, rejected,
                        List.of())
                : this;
    }

    /** Whether the next write is made because the last one did not succeed. */
    boolean isRepeated() {
        return reason.isPresent() || failure.isPresent();
    }

    private WriteAttempts done(Optional<PlanOutcome> told, List<Change> changes) {
        return new WriteAttempts(RetryState.NEW, Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), told, rejected, changes);
    }

    /**
     * {@code failed} is reported to nodes; if it is empty, the attempt says nothing about their routes and the previous
     * report stands.
     */
    private WriteAttempts again(RetryPolicy policy, FailedAttempt attempt, Instant now, Optional<FailedWrite> failed) {
        return new WriteAttempts(policy.after(retry, attempt, now), Optional.of(attempt.reason()),
                failed.or(() -> failure), unknown, Optional.empty(), Optional.empty(), rejected, accepted);
    }

    private WriteAttempts with(Optional<PlanOutcome> heard) {
        return new WriteAttempts(retry, reason, failure, unknown, shown, heard, rejected, accepted);
    }

    private WriteAttempts with(UnknownWrite write) {
        return new WriteAttempts(retry, reason, failure, Optional.ofNullable(write), shown, news, rejected, accepted);
    }

    WriteAttempts with(RejectedRoutes next) {
        return next.equals(rejected)
                ? this
                : new WriteAttempts(retry, reason, failure, unknown, shown, news, next, accepted);
    }

    private boolean silently(Outcome outcome, int most) {
        return retry.attempts().getOrDefault(outcome.kind(), 0) < most;

    }
}
