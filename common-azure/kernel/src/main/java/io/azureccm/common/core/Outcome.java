package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * The outcome of one operation. Only {@link Applied} and {@link NoChange} are good; with any other outcome, its subjects are
 * not reported as done.
 */
public sealed interface Outcome {
    /** ARM confirmed the write; the body is the resource as ARM last showed it, null for a deletion or if it was not shown. */
    record Applied(ObjectNode body) implements Outcome {}

    /** The target was already as wanted (for example a deletion that returned 404). */
    record NoChange() implements Outcome {}

    /** Another writer changed the target since it was read (412, or superseded): read it again and plan again. */
    record Conflict(String message) implements Outcome {}

    /**
     * ARM asks to wait; nothing was written. If {@code isBusy}, another operation on the resource has to end first, and
     * {@code until} is when to look again; otherwise there were too many calls.
     */
    record Throttled(Instant until, String message, boolean isBusy) implements Outcome {
        public Throttled(Instant until, String message) {
            this(until, message, false);
        }
    }

    /** ARM permanently refused the write: the same request would be refused again. */
    record Rejected(int status, String code, String message) implements Outcome {}

    /**
     * It is unknown whether the write took effect (timeout, lost response, server error): the resource must be read first.
     * {@code cause} is the status and code of the failure, if known.
     */
    record Unknown(String cause, String message) implements Outcome {
        public Unknown(String message) {
            this("", message);
        }
    }

    /** The write was not sent: an operation it depends on failed, leadership is lost, it awaits a value, or this is a dry run. */
    record NotAttempted(Reason reason, String message) implements Outcome {
        /** Why nothing was sent. */
        public enum Reason {
            PREREQUISITE_FAILED, NOT_LEADER, DEFERRED, DRY_RUN, STOPPING
        }
    }

    default boolean isGood() {
        return this instanceof Applied || this instanceof NoChange;
    }

    /** The kind of failure, the same for each occurrence: {@code Rejected 403 AuthorizationFailed}; "" for good outcomes. */
    default String kind() {
        String name = getClass().getSimpleName();
        return switch (this) {
            case Applied _,NoChange _ -> "";
            case Conflict _,Throttled _ -> name;
            case Rejected(int status, String code, _) -> name + " " + status + " " + code;
            case Unknown(String cause, _) -> (name + " " + cause).strip();
            case NotAttempted(NotAttempted.Reason reason, _) -> name + " " + reason;
        };
    }

    /** One line for logs and events; "" for good outcomes. */
    default String problem() {
        return switch (this) {
            case Applied _,NoChange _ -> "";
            case Conflict(String message) -> message;
            case Throttled(Instant until, String message, _) -> message + " (retry after " + until + ")";
            case Rejected(int status, String code, String message) ->
                message.contains(code) ? message : code + " (HTTP " + status + "): " + message;
            case Unknown(_, String message) -> "outcome unknown: " + message;
            case NotAttempted(_, String message) -> message;
        };
    }
}
