package io.azureccm.common.arm;

import java.time.Instant;
import java.util.Optional;

/**
 * A failed call to ARM, classified by status and error code, never by message text. {@code status} is 0 if there was no
 * response; {@code code} is ARM's own, or a name for the connection problem.
 */
public final class ArmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What a caller can do about it. */
    public enum Kind {
        /** 404: the resource or its parent does not exist. */
        NOT_FOUND,
        /** 412, or a write superseded by another: read again, plan again. */
        CONFLICT,
        /** 429, or the local gate or budget is closed: wait until {@link #retryAfter()}. */
        THROTTLED,
        /** 409 because another operation on the resource is in progress: the same request may succeed later. */
        BUSY,
        /** 401, or no token was issued: nothing works until the credential does. */
        UNAUTHENTICATED,
        /** 403: the identity lacks a permission. */
        FORBIDDEN,
        /** Any other 4xx, or a failed long-running operation: the request itself is wrong. */
        REJECTED,
        /** The call was certainly not carried out (connection refused, breaker open, bulkhead full). */
        UNAVAILABLE,
        /** 5xx, timeout, lost response: a write may or may not have taken effect. */
        UNKNOWN
    }

    private final Kind kind;
    private final int status;
    private final String code;
    private final String requestId;
    private final transient Instant retryAfter;

    public ArmException(Kind kind, int status, String code, String message, String requestId, Instant retryAfter,
            Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.status = status;
        this.code = code;
        this.requestId = requestId;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    /** ARM's {@code x-ms-request-id}, for a support case; "" if there was no response. */
    public String requestId() {
        return requestId;
    }

    public Optional<Instant> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
