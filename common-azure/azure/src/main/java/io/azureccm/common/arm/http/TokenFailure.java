package io.azureccm.common.arm.http;

import java.time.Instant;

/** No token was issued: a stable code, one line for users, and the time of the next attempt. */
public final class TokenFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient Instant nextAttempt;

    TokenFailure(String code, String message, Instant nextAttempt, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.nextAttempt = nextAttempt;
    }

    String code() {
        return code;
    }

    Instant nextAttempt() {
        return nextAttempt;
    }
}
