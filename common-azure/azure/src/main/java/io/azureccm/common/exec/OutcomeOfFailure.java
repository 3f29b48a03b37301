package io.azureccm.common.exec;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.WritePermit;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

/** Maps ARM errors to an {@link Outcome}. */
final class OutcomeOfFailure {
    /** Errors in which a missing parent is a configuration mistake, so reading again does not help. */
    private static final Set<String> MISSING_SCOPE = Set.of("ResourceGroupNotFound", "SubscriptionNotFound",
            "InvalidSubscriptionId");

    private OutcomeOfFailure() {}

    /** {@code pause} is how long to wait if ARM asks to wait without naming a time. */
    static Outcome of(Operation operation, ArmException failure, Instant now, Duration pause) {
        String message = failure.getMessage();
        Outcome wait = new Outcome.Throttled(failure.retryAfter().orElse(now.plus(pause)), described(failure),
                failure.kind() == ArmException.Kind.BUSY);
        return switch (failure.kind()) {
            case NOT_FOUND -> notFound(operation, failure);
            case CONFLICT -> new Outcome.Conflict(described(failure));
            case UNAVAILABLE -> failure.code().equals(WritePermit.REFUSED)
                    ? new Outcome.NotAttempted(Outcome.NotAttempted.Reason.NOT_LEADER, message)
                    : wait;
            case THROTTLED, BUSY -> wait;
            case UNAUTHENTICATED, FORBIDDEN, REJECTED ->
                new Outcome.Rejected(failure.status(), failure.code(), message);
            case UNKNOWN, UNREADABLE ->
                new Outcome.Unknown(failure.status() + " " + failure.code(), described(failure));
        };
    }

    /**
     * True if the target may no longer be as it was read: a precondition failed, or the write was accepted and its operation
     * failed later, which leaves the resource failed and with a new etag.
     */
    static boolean leavesDoubt(ArmException failure) {
        return switch (failure.kind()) {
            case NOT_FOUND, CONFLICT, REJECTED, UNKNOWN, UNREADABLE -> true;
            case BUSY -> true;
            case THROTTLED, UNAVAILABLE, UNAUTHENTICATED, FORBIDDEN ->
                failure.status() >= 200 && failure.status() < 300;
        };
    }

    /**
     * The target has disappeared since it was read (an instance of a scale set that is scaled in): plan again. A PUT of a whole load balancer or
     * security group would create it: something that it refers to is missing.
     */
    private static Outcome notFound(Operation operation, ArmException failure) {
        if (operation.verb() == Operation.Verb.DELETE)
            return new Outcome.NoChange();
        return MISSING_SCOPE.contains(failure.code()) || isAboutReference(operation, failure.getMessage())
                ? new Outcome.Rejected(failure.status(), failure.code(), failure.getMessage())
                : new Outcome.Conflict(described(failure));
    }

    private static boolean isAboutReference(Operation operation, String message) {
        ArmId target = operation.target();
        boolean refers = target.hasType(ArmTypes.LOAD_BALANCER) || target.hasType(ArmTypes.SECURITY_GROUP);
        return refers && operation.verb() == Operation.Verb.PUT
                && !Pattern.compile(Pattern.quote(target.type() + "/" + target.name()) + "(?![\\w./-])",
                        Pattern.CASE_INSENSITIVE).matcher(String.valueOf(message)).find();
    }

    /** The gateway's messages usually contain the code already: it is only added if they do not. */
    static String described(ArmException failure) {
        String message = String.valueOf(failure.getMessage());
        String code = failure.code() == null || failure.code().isEmpty() ? failure.kind().name() : failure.code();
        if (message.contains(code))
            return message;
        return failure.status() > 0 ? code + " (HTTP " + failure.status() + "): " + message : code + ": " + message;
    }
}
