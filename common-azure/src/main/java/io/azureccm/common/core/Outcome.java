package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** What became of one operation. Only {@link Applied} and {@link NoChange} are good; every other outcome keeps its subjects from being reported as done. */
public sealed interface Outcome {
    /** ARM confirmed the write; the body is the resource as ARM last showed it, null for a deletion or when it was not shown. */
    record Applied(ObjectNode body) implements Outcome {}

    /** The target already was as wanted (a deletion answered with 404, for example). */
    record NoChange() implements Outcome {}

    /** Somebody else changed the target since it was read (412, or superseded): read it again and plan again. */
    record Conflict(String message) implements Outcome {}

    /** ARM asks to wait; nothing was written. */
    record Throttled(Instant until, String message) implements Outcome {}

    /** ARM refused the write for good: the same request will be refused again. */
    record Rejected(int status, String code, String message) implements Outcome {}

    /**
     * Nobody knows whether the write took effect (time-out, lost answer, server error): read before believing anything.
     * {@code cause} is the status and code of the failure, as far as there are any.
     */
    record Unknown(String cause, String message) implements Outcome {
        public Unknown(String message) {
            this("", message);
        }
    }

    /** The write was not sent: an operation it needs failed, leadership is lost, it awaits a value, or this is a dry run. */
    record NotAttempted(Reason reason, String message) implements Outcome {
        /** Why nothing was sent. */
        public enum Reason {
            PREREQUISITE_FAILED, NOT_LEADER, DEFERRED, DRY_RUN, STOPPING
        }
    }

    default boolean isGood() {
        return this instanceof Applied || this instanceof NoChange;
    }

    /** What kind of failure it is, the same each time it comes: {@code Rejected 403 AuthorizationFailed}; "" for good outcomes. */
    default String kind() {
        String name = getClass().getSimpleName();
        return switch (this) {
            case Applied a -> "";
            case NoChange n -> "";
            case Conflict c -> name;
            case Throttled t -> name;
            case Rejected(int status, String code, String message) -> name + " " + status + " " + code;
            case Unknown(String cause, String message) -> (name + " " + cause).strip();
            case NotAttempted(NotAttempted.Reason reason, String message) -> name + " " + reason;
        };
    }

    /** One line for logs and events; "" for good outcomes. */
    default String problem() {
        return switch (this) {
            case Applied a -> "";
            case NoChange n -> "";
            case Conflict(String message) -> message;
            case Throttled(Instant until, String message) -> message + " (retry after " + until + ")";
            case Rejected(int status, String code, String message) ->
                message.contains(code) ? message : code + " (HTTP " + status + "): " + message;
            case Unknown(String cause, String message) -> "outcome unknown: " + message;
            case NotAttempted(NotAttempted.Reason reason, String message) -> message;
        };
    }
}
