package io.azureccm.common.arm;

import io.azureccm.common.core.unreadable.UnreadableResource;
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
        UNKNOWN,
        /** The answer arrived, and the one resource in it cannot be read: {@link #unreadable()}. Another request would show the same. */
        UNREADABLE
    }

    private final Kind kind;
    private final int status;
    private final String code;
    private final String requestId;
    private final transient Instant retryAfter;
    private final boolean etagOutdated;
    private final transient UnreadableResource unreadable;

    public ArmException(Kind kind, int status, String code, String message, String requestId, Instant retryAfter,
            Throwable cause) {
        this(kind, status, code, message, requestId, retryAfter, cause, false, null);
    }

    /** The requested resource exists, and cannot be read. */
    public ArmException(UnreadableResource resource, String message, String requestId) {
        this(Kind.UNREADABLE, 200, "UnreadableResource", message, requestId, null, null, false, resource);
    }

    private ArmException(Kind kind, int status, String code, String message, String requestId, Instant retryAfter,
            Throwable cause, boolean etagOutdated, UnreadableResource unreadable) {
        super(message, cause);
        this.kind = kind;
        this.status = status;
        this.code = code;
        this.requestId = requestId;
        this.retryAfter = retryAfter;
        this.etagOutdated = etagOutdated;
        this.unreadable = unreadable;
    }

    /** The same failure, after which the target of the write no longer has the etag that it had before. */
    public ArmException withOutdatedEtag() {
        return copy(retryAfter, getCause(), true);
    }

    /** The same failure with the time before which a repetition is useless. */
    public ArmException until(Instant later) {
        return copy(later, this, etagOutdated);
    }

    private ArmException copy(Instant later, Throwable cause, boolean outdated) {
        ArmException copy = new ArmException(kind, status, code, getMessage(), requestId, later, cause, outdated,
                unreadable);
        copy.setStackTrace(getStackTrace());
        return copy;
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

    /**
     * Whether the target no longer has the etag that the write gave as its {@code If-Match}: ARM denied it, or accepted the write, which
     * changes the etag of a network resource even if the operation fails later.
     */
    public boolean isEtagOutdated() {
        return etagOutdated;
    }

    /** The resource that cannot be read; empty for any other failure. */
    public Optional<UnreadableResource> unreadable() {
        return Optional.ofNullable(unreadable);
    }

    public Optional<Instant> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
