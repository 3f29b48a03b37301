package io.azureccm.service.reconcile;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.snapshot.OutdatedResponseException;
import io.azureccm.service.observed.read.UnreadableException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Classifies failed reads of Azure. */
final class ReadFailures {
    private ReadFailures() {}

    /** The cause names what could not be read: a list that fails after another one was read starts a back-off of its own. */
    static FailedAttempt of(RuntimeException problem) {
        if (!(problem instanceof UnreadableException unreadable))
            return FailedAttempt.of(RetryReason.FAILED, problem.getClass().getSimpleName());
        String what = "reading " + String.join(", ", unreadable.types());
        return switch (unreadable.getCause()) {
            case OutdatedResponseException outdated -> FailedAttempt.of(RetryReason.OUTDATED, what + ": outdated");
            case ArmException error -> new FailedAttempt(
                    error.retryAfter().isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED,
                    what + ": " + error.status() + " " + error.code(), Set.of(), error.retryAfter());
            default ->
                FailedAttempt.of(RetryReason.FAILED, what + ": " + unreadable.getCause().getClass().getSimpleName());
        };
    }

    /** From when on the response will be accepted that was refused as outdated; empty for other failures. */
    static Optional<Instant> accepted(RuntimeException problem) {
        return problem.getCause() instanceof OutdatedResponseException outdated
                ? Optional.of(outdated.until())
                : Optional.empty();
    }
}
