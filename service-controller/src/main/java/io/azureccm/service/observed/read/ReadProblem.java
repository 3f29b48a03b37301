package io.azureccm.service.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.snapshot.OutdatedResponseException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Why Azure could not be read: the message of the first failure; the types, in lower case, of which something could not be read, none for a
 * defect; the attempt as retries count it; from when on a response is accepted that was refused as outdated; and whether Azure answered so.
 */
public record ReadProblem(String message, Set<String> types, FailedAttempt attempt, Optional<Instant> acceptedAt,
        boolean isOfAzure) {
    public ReadProblem {
        types = Set.copyOf(types);
    }

    /** The cause names what could not be read: a list that fails after another one was read starts a back-off of its own. */
    public static ReadProblem of(RuntimeException problem) {
        boolean isOfAzure = problem instanceof ArmException || problem.getCause() instanceof ArmException;
        String message = String.valueOf(problem.getMessage());
        if (!(problem instanceof UnreadableException unreadable))
            return new ReadProblem(message, Set.of(),
                    FailedAttempt.of(RetryReason.FAILED, problem.getClass().getSimpleName()), Optional.empty(),
                    isOfAzure);
        String what = "reading " + String.join(", ", unreadable.types());
        FailedAttempt attempt = switch (unreadable.getCause()) {
            case OutdatedResponseException outdated -> FailedAttempt.of(RetryReason.OUTDATED, what + ": outdated");
            case ArmException error -> new FailedAttempt(
                    error.retryAfter().isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED,
                    what + ": " + error.status() + " " + error.code(), Set.of(), error.retryAfter());
            default ->
                FailedAttempt.of(RetryReason.FAILED, what + ": " + unreadable.getCause().getClass().getSimpleName());
        };
        return new ReadProblem(message, unreadable.types(), attempt,
                unreadable.getCause() instanceof OutdatedResponseException outdated
                        ? Optional.of(outdated.until())
                        : Optional.empty(),
                isOfAzure);
    }

    /** True if a resource or a list of this type could not be read. */
    public boolean concerns(String type) {
        return types.stream().anyMatch(type::equalsIgnoreCase);
    }
}
