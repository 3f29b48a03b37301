package io.azureccm.common.arm.http;

import java.time.Instant;

/** No token could be had: a stable code, one line for people, and when the next attempt will be made. */
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
